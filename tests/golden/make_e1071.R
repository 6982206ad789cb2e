# Writes e1071.txt: posteriors of naiveBayes, with cells missing when fitting and when predicting.
#
# laplace is the pseudocount of `mean`; values that are missing are left out of the tables and of the prediction. Cell
# (i, j), counted from 0, is missing where 5 i + 3 j is a multiple of 11; the tables are those of discrete_tables.txt.

suppressPackageStartupMessages(library(e1071))

folder <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
lines <- readLines(file.path(folder, "discrete_tables.txt"))

read_section <- function(name) {
  at <- grep(paste0("^", name, " "), lines)
  shape <- as.integer(strsplit(lines[at], " ")[[1]][2:3])
  matrix(as.numeric(unlist(strsplit(lines[at + seq_len(shape[1])], " "))), shape[1], shape[2], byrow = TRUE)
}

output <- file(file.path(folder, "e1071.txt"), "wb")
writeLines("# Made by make_e1071.R.", output)
for (name in c("categories", "bits")) {
  values <- read_section(paste0(name, "/values"))
  labels <- factor(read_section(paste0(name, "/labels")))
  missing <- outer(seq_len(nrow(values)) - 1, seq_len(ncol(values)) - 1, function(i, j) (5 * i + 3 * j) %% 11 == 0)
  cells <- as.data.frame(lapply(as.data.frame(values), factor))
  cells[missing] <- NA
  for (laplace in c(1, 0.5)) {
    posterior <- predict(naiveBayes(cells, labels, laplace = laplace), cells, type = "raw")
    rows <- apply(matrix(sprintf("%.17g", posterior), nrow(posterior)), 1, paste, collapse = " ")
    section <- sprintf("%s/categorical-nb/mean:%s/gaps/empirical/posterior", name, laplace)
    writeLines(c(paste(section, nrow(posterior), ncol(posterior)), rows), output)
  }
}
close(output)
