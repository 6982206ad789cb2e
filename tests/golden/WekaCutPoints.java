// Prints the cut points that Weka's supervised discretisation finds in an ARFF file, a line for each column but the class.
import java.io.FileReader;
import weka.core.Instances;
import weka.filters.Filter;
import weka.filters.supervised.attribute.Discretize;

public class WekaCutPoints {
  public static void main(String[] arguments) throws Exception {
    Instances table = new Instances(new FileReader(arguments[0]));
    table.setClassIndex(table.numAttributes() - 1);
    Discretize discretize = new Discretize();
    discretize.setInputFormat(table);
    Filter.useFilter(table, discretize);
    for (int j = 0; j + 1 < table.numAttributes(); ++j) {
      double[] cuts = discretize.getCutPoints(j);
      StringBuilder line = new StringBuilder();
      for (int k = 0; cuts != null && k < cuts.length; ++k) {
        line.append(k > 0 ? " " : "").append(cuts[k]);
      }
      System.out.println(line);
    }
  }
}
