# Writes mass.txt: posteriors, and the log loss and rightness of each row left out, from MASS::lda.
#
# method "moment" divides the scatter by n - C (unbiased), "mle" by n. CV = TRUE removes each row from the means and the
# covariance and keeps the class prior, so it is leave-one-out for a uniform or given prior. tol only guards against
# columns that are constant within the classes, in the columns' own units; small units need a small one.

suppressPackageStartupMessages(library(MASS))

folder <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))

read_section <- function(lines, name) {
  at <- grep(paste0("^", name, " "), lines)
  shape <- as.integer(strsplit(lines[at], " ")[[1]][2:3])
  matrix(as.numeric(unlist(strsplit(lines[at + seq_len(shape[1])], " "))), shape[1], shape[2], byrow = TRUE)
}

write_section <- function(name, numbers) {
  rows <- apply(matrix(sprintf("%.17g", numbers), nrow(numbers)), 1, paste, collapse = " ")
  writeLines(c(paste(name, nrow(numbers), ncol(numbers)), rows), output)
}

given <- list(iris = c(0.2, 0.5, 0.3), two = c(0.9, 0.1), scaled = c(0.1, 0.6, 0.3), offset = c(0.5, 0.25, 0.25))
estimators <- c(unbiased = "moment", mle = "mle")

lines <- readLines(file.path(folder, "tables.txt"))
output <- file(file.path(folder, "mass.txt"), "wb")
writeLines("# Made by make_mass.R.", output)
for (name in names(given)) {
  values <- read_section(lines, paste0(name, "/values"))
  labels <- factor(read_section(lines, paste0(name, "/labels")))
  classes <- nlevels(labels)
  priors <- list(rep(1 / classes, classes), given[[name]])
  names(priors) <- c("uniform", paste0(seq_len(classes) - 1, "=", given[[name]], collapse = ","))
  for (estimator in names(estimators)) {
    for (prior in names(priors)) {
      prefix <- paste(name, estimator, "none", prior, sep = "/")
      arguments <- list(values, labels, prior = priors[[prior]], method = estimators[[estimator]], tol = 1e-9)
      model <- do.call(lda, arguments)
      write_section(paste0(prefix, "/posterior"), predict(model, values)$posterior)
      left_out <- do.call(lda, c(arguments, CV = TRUE))
      own <- left_out$posterior[cbind(seq_along(labels), labels)]
      write_section(paste0(prefix, "/left_out"), cbind(-log(own), left_out$class == labels))
    }
  }
}
close(output)
