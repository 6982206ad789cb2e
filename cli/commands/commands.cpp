// The command table: names, arguments, examples.
#include "commands/commands.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice::cli {

const std::vector<Command>& command_table() {
  using A = Arguments;
  static const Positional model = {"MODEL", &A::model};
  static const Positional labelled_input = {"INPUT", &A::inputs, true, "INPUT|LABEL=PATH..."};
  static const Positional optional_input = {"INPUT", &A::inputs, false};
  static const Positional optional_labelled_input = {"INPUT", &A::inputs, false, "INPUT|LABEL=PATH..."};
  static const std::vector<Command> table = {
      {"fit",
       "learn a model from a table, and say how good it is",
       "Reads INPUT: a CSV file with a header, .tsv, .svm or .npy, each also as .gz or .zst, - for CSV on stdin, a\n"
       "folder with a folder of documents for each label, or LABEL=PATH ..., a folder or a file of one document a\n"
       "line for each label. --format mail reads the files as mail, also from Maildirs and mboxes, and so are files "
       "that\n"
       "begin with its headers. Every column that is not the target, the weight or dropped is a feature. Prints what "
       "was\n"
       "learned and how good it is on rows that it leaves out.\n"
       "Unless something is said of the model, it is auto: many models are compared by cross-validation on a sample "
       "of\n"
       "the rows, for which INPUT is read once more, and the best is calibrated. --schema and --keep full "
       "choose\n"
       "none, nor do the columns of svmlight, unless there are more than 1,000, few of which a row has, and none below "
       "0:\n"
       "these are counts, and how they are counted is chosen.\n"
       "--cv K measures accuracy on all rows instead of a sample; --tune searches shrinkage, pseudocounts and other\n"
       "options that are not given, by the log loss of rows that are left out.\n"
       "The first rows tell what columns hold unless --model or --column does. Roles of columns: number, gaussian (a "
       "number\n"
       "with variances of its own), count or poisson, exponential, geometric, gamma (amounts of at least 0), "
       "categorical, or\n"
       "{A,B} for a category with these values, seen or not, bernoulli (a category of two values), text, drop; of "
       "numbers\n"
       "normal-score (by their ranks) and mdl, equal-width:BINS, equal-frequency:BINS (cut into intervals), of "
       "categories\n"
       "indicators (a number for each value, among the others), for all of which INPUT is read twice.\n"
       "--column a,b=ROLE and --drop a,b are about both; a name may have commas itself.\n"
       "Columns of several kinds are independent of each other given the label; each kind is read by a model of its "
       "own: lda,\n"
       "poisson-nb and so on, categorical-nb, multinomial-nb. --model names that of the columns which it can read;\n"
       "naive-bayes reads each column by itself, numbers by gaussian-nb.\n"
       "Models of measurements: lda shares one covariance among the classes, qda has one for each, rda lies between.\n"
       "gaussian-nb and diagonal-lda have variances only, spherical and shared-spherical one variance, centroid none.\n"
       "fisher is lda on discriminant axes. Shrinkage is auto, but none beside --estimate, --rda and --ridge.\n"
       "Models of text, or of columns that count: multinomial-nb, boolean-nb (a term counts once in a document),\n"
       "bernoulli-nb (absent terms count too), complement-nb. Columns of categories: categorical-nb, and aode and "
       "tan,\n"
       "whose columns depend on each other. Columns of amounts: poisson-nb and geometric-nb (whole numbers),\n"
       "exponential-nb and gamma-nb.\n"
       "Linear models that tell classes apart without densities: logistic (regression with the penalty --ridge),\n"
       "perceptron and least-squares. They read INPUT again and again; only least-squares can be updated and merged.",
       {labelled_input},
       {{"suffice fit iris.csv --target species", "look: nothing is written"},
        {"suffice fit iris.csv --target species -o iris.model", "learn and keep the model"},
        {"suffice fit iris.csv --target species --model qda", "a covariance for each class"},
        {"suffice fit mail.csv --text body -o spam.model", "learn from a column of text"},
        {"suffice fit ham=ham.txt spam=spam.txt -o spam.model", "from one document a line"},
        {"suffice fit --format mail ham=Mail/ham spam=Mail/spam -o spam.model", "from mails"},
        {"suffice fit iris.csv --target species --model rda --tune --cv 10", "options searched, 10 folds of all rows"},
        {"suffice fit votes.csv --target party --model categorical-nb", "columns of categories"},
        {"suffice fit loans.csv --column job=categorical --column visits=count", "columns of several kinds"},
        {"cat *.csv | suffice fit - --target 5 --no-header -o all.model", "from stdin, columns by number"}},
       fit_command},
      {"predict",
       "label new rows",
       "Writes CSV, one row per row of INPUT (default: stdin) and in its order: label, then what was asked for.\n"
       "Columns are matched by name; their order and further columns do not matter. A row with missing values is\n"
       "scored by those it has. Where --reject or --outlier abstains, or the row has zero probability under every "
       "class,\n"
       "the label is empty. A model of text reads CSV from .csv and .tsv files and where --format csv or another "
       "option of CSV "
       "says\n"
       "so, the files of a folder, and else, from stdin too, one document a line; a model of mail reads mails: a\n"
       "folder, an mbox, one mail, or stdin.",
       {model, optional_input},
       {{"suffice predict iris.model new.csv", "the labels"},
        {"suffice predict iris.model new.csv --proba --append", "with probabilities, beside the input"},
        {"suffice predict iris.model new.csv --outlier 0.01", "no label for rows unlike any learned"},
        {"tail -f log.csv | suffice predict iris.model", "each row as it comes"},
        {"echo 'you won a prize' | suffice predict spam.model", "one document a line"}},
       predict_command},
      {"explain",
       "say why a row gets its label",
       "For each row of INPUT (default: stdin), read as predict reads it: the label, its log odds against the\n"
       "runner-up, and what each feature adds to them, the strongest first. The numbers add up to the log odds as\n"
       "printed. Numbers are measured from the midpoint of the means of the two classes, so that a part is what the\n"
       "value says. Of qda and rda a column's part has its products with other columns by halves. Predictive lda and\n"
       "qda, which are a multivariate t, have one part for all columns together. Documents are shown with the words\n"
       "that speak for the label or against it.\n"
       "The log evidence says whether the row is typical at all: how many rows drawn from the model are no more "
       "likely.",
       {model, optional_input},
       {{"suffice explain iris.model new.csv", "each column's part"},
        {"suffice explain iris.model new.csv --against setosa", "compared with another class"},
        {"echo 'you won a prize' | suffice explain spam.model --top 5", "each word's part"},
        {"suffice explain spam.model mail.csv --json", "all classes and parts, for programs"}},
       explain_command},
      {"evaluate",
       "compare predictions with known labels",
       "Prints accuracy with its 95 % interval, balanced accuracy, Matthews' correlation, ROC AUC, log loss, Brier\n"
       "score and log likelihoods; precision, recall, F1, ROC AUC and average precision of each class; the confusion\n"
       "table and the calibration; with --cost the mean cost too. INPUT has the target column, and the weight column\n"
       "if the model has one.\n"
       "A model of text also takes a folder of folders, or LABEL=PATH ..., as fit does.",
       {model, labelled_input},
       {{"suffice evaluate iris.model test.csv", "tables to read"},
        {"suffice evaluate iris.model test.csv --json > report.json", "everything, for programs"}},
       evaluate_command},
      {"inspect",
       "show what is inside a model",
       "Prints the columns, what the sums can be read as, and the classes with their prior; then, for each kind of\n"
       "columns, what its model knows. Measurements: means, spreads, the linear or quadratic form of the posterior, "
       "Fisher's axes. Text, counts and categories: the terms\n"
       "or values that speak most for each class, with their log odds against the other classes and their counts.",
       {model},
       {{"suffice inspect iris.model", "tables to read"},
        {"suffice inspect spam.model --top 20", "the words that speak most for each class"},
        {"suffice inspect iris.model --schema > schema.json", "the columns, for fit --schema of other shards"},
        {"suffice inspect iris.model --verify", "is the file sound?"}},
       inspect_command},
      {"sample",
       "draw new rows from a model",
       "Writes CSV: the features, then the label in the target column; text alone: the label, then the document. The\n"
       "same seed gives the same rows.",
       {model},
       {{"suffice sample iris.model -n 5", "five rows"},
        {"suffice sample iris.model -n 1000 --seed 7 | suffice fit - --target species", "learn from invented rows"}},
       sample_command},
      {"estimate",
       "read the same sums with other options",
       "A model file holds sums, so that options can change without the data. Options not given stay as stored.\n"
       "suffice inspect MODEL says which models the sums can be read as; fit --keep full keeps enough for all "
       "Gaussian\n"
       "ones. How text becomes words was decided by fit; which of them count, and how, is a reading. So are the "
       "columns:\n"
       "those of --drop are read no longer, and predict needs them no longer. Naming --model turns --tf-idf and\n"
       "--normalised off unless they are given too; of columns of several kinds it is the model of those it can read.\n"
       "--tune INPUT searches the options that are not given by rows that MODEL was fitted on, each left out. "
       "Other rows are an error where the sums of MODEL show that they do not hold them.",
       {model},
       {{"suffice estimate iris.model --shrinkage 0.1 -o shrunk.model", "another shrinkage"},
        {"suffice estimate iris.model --model fisher --axes 1 -o fisher.model", "another model"},
        {"suffice estimate iris.model --drop sepal_width -o fewer.model", "without a column"},
        {"suffice estimate iris.model --tune iris.csv --select backward -o best.model", "search options and columns"},
        {"suffice estimate spam.model --model bernoulli-nb --min-df 2 -o bernoulli.model", "another reading of words"},
        {"suffice estimate iris.model --class-prior setosa=0.5,versicolor=0.3,virginica=0.2 -o new.model",
         "another class prior"}},
       estimate_command},
      {"update",
       "learn more rows",
       "Adds the rows of INPUT to MODEL, as if they had been there at the first fit. MODEL is changed in place, all\n"
       "or nothing, unless -o names another file.",
       {model, labelled_input},
       {{"suffice update iris.model monday.csv", "in place"},
        {"suffice update iris.model monday.csv -o newer.model", "iris.model stays as it is"}},
       update_command},
      {"forget",
       "unlearn rows",
       "Removes the rows of INPUT from MODEL, as if they had never been there. The rows must be among those learned.\n"
       "MODEL is changed in place, all or nothing, unless -o names another file.",
       {model, labelled_input},
       {{"suffice forget iris.model withdrawn.csv", "in place"},
        {"suffice forget iris.model withdrawn.csv -o rest.model", "iris.model stays as it is"}},
       forget_command},
      {"merge",
       "join models learned from different rows",
       "The result is the model of all rows together. Models must have the same columns, those of svmlight files\n"
       "excepted, where what is not named is 0; the first one's options are kept.",
       {{"MODEL", &A::models, true, "MODEL MODEL..."}},
       {{"suffice merge north.model south.model -o all.model", "two shards"},
        {"suffice merge shards/*.model -o all.model", "many shards"}},
       merge_command},
      {"check",
       "how well does the model say how rows come about?",
       "Compares rows of INPUT, at most 2,000, with rows drawn from MODEL, which have the same labels, missing values\n"
       "and lengths of documents: each column by its distribution (Kolmogorov-Smirnov for numbers, total variation "
       "for\n"
       "categories and words), correlations, log evidence, and a classifier that tries to tell rows from draws. What\n"
       "distances are usual is simulated: rows of the model itself are fitted as the model was, and compared with "
       "draws\n"
       "of that fit. INPUT may be the rows that MODEL was fitted on, or others; labels may be missing.",
       {model, labelled_input},
       {{"suffice check iris.model iris.csv", "tables and a verdict"},
        {"suffice check iris.model iris.csv --simulations 999", "finer p-values"},
        {"suffice check iris.model iris.csv --json > check.json", "everything, for programs"}},
       check_command},
      {"compare",
       "generative or discriminative: which suits these rows, and why",
       "Compares generative models with their partners: logistic regression on the features that make its log odds\n"
       "of the same form. Numbers are read by lda and diagonal-lda (partner: the numbers), gaussian-nb (and their\n"
       "squares), spherical (and their squared norm) and qda (and squares and products); amounts by poisson-nb,\n"
       "exponential-nb, geometric-nb and gamma-nb (and their logs), as --column says; categories by categorical-nb;\n"
       "text by multinomial-nb and bernoulli-nb (which terms occur). At most 10,000 rows of INPUT, which is read as\n"
       "fit reads it, are compared on by cross-validation and over growing training sets. Tests what the generative\n"
       "models assume, shows the discriminant functions, and ends with a verdict, whose last sentence tells what a "
       "fit\n"
       "that names no model comes to.",
       {labelled_input},
       {{"suffice compare iris.csv --target species", "tables and a verdict"},
        {"suffice compare iris.csv --target species -o curves.svg", "with the learning curves as a picture"},
        {"suffice compare iris.csv --target species --json > comparison.json", "everything, for programs"}},
       compare_command},
      {"report",
       "one page on a model: what it learned, and how good it is",
       "Writes one HTML file that needs no other and no network, for light and dark screens and for paper: what the\n"
       "model is and was fitted on, the class prior, what speaks for each class, means, categories and words. With\n"
       "INPUT, which has labels, also accuracy, confusions, calibration, the rows that surprise the model most and "
       "its\n"
       "most confident mistakes, each with its explanation. Every number of the page is in the document that --json\n"
       "prints, and the page embeds it.",
       {model, optional_input},
       {{"suffice report iris.model -o iris.html", "what the model learned"},
        {"suffice report iris.model test.csv -o iris.html", "and how good it is on these rows"},
        {"suffice report iris.model test.csv --compare -o iris.html", "and against other models, with learning curves"},
        {"suffice report iris.model test.csv --check -o iris.html", "and how well it says how rows come about"},
        {"suffice report iris.model test.csv --json > report.json", "every number, for programs"}},
       report_command},
      {"plot",
       "draw a model, or how it does on rows",
       "Writes a picture as SVG, for light and dark screens. Kinds of pictures:\n"
       "boundary: two columns of numbers, of more the plane in which classes differ most, with the regions of the\n"
       "classes and contours that hold 50 % and 90 % of each. densities: each column in each class. projection: rows "
       "on\n"
       "the axes that tell classes apart, and the posterior along the first. words: terms or values that speak most "
       "for\n"
       "each class. calibration, confusion and roc: how probable, which and how well ranked labels of INPUT are.\n"
       "curves: learning curves of INPUT as compare draws them; without INPUT what --tune searched, or the\n"
       "candidates that auto compared.\n"
       "INPUT has the target column; at most 10,000 of its rows are drawn and measured. Without INPUT the model's own "
       "rows\n"
       "are shown: those that it draws.",
       {model, optional_labelled_input},
       {{"suffice plot iris.model -o iris.svg", "the picture that suits the model"},
        {"suffice plot iris.model iris.csv --kind boundary -o boundary.svg", "rows, regions and contours"},
        {"suffice plot iris.model iris.csv --kind projection -o axes.svg", "rows on discriminant axes"},
        {"suffice plot iris.model test.csv --kind roc > roc.svg", "ROC and precision-recall curves"},
        {"suffice plot spam.model --kind words --top 20 -o words.svg", "the words that speak for each class"}},
       plot_command},
      {"demo",
       "show all of this on Fisher's iris data",
       "Writes its files into the folder suffice-demo and runs the other commands on them.",
       {},
       {{"suffice demo", "takes a second"}},
       demo_command},
      {"help",
       "show the options of a command",
       "",
       {{"COMMAND", &A::topic, false}},
       {{"suffice help fit", "the same as suffice fit --help"},
        {"suffice help fit --man > suffice-fit.1", "as a page for man"},
        {"source <(suffice help --completion bash)", "let bash complete commands, options and their values"}},
       help_command},
      {"version", "say which version this is", "", {}, {{"suffice version", "also -V and --version"}}, version_command},
  };
  return table;
}

const Command& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : command_table()) {
    if (command.name == name) {
      return command;
    }
    names.push_back(command.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw Error(ErrorCode::usage, nearest.empty()
                                    ? fmt::format("unknown command {}; there are: {}", name, fmt::join(names, ", "))
                                    : fmt::format("unknown command {}; did you mean {}?", name, nearest));
}

}  // namespace suffice::cli
