# Writes mass.txt: posteriors, the log loss and rightness of each row left out, and discriminant axes, from MASS.
#
# lda, qda: method "moment" divides the scatter by n - C or n_c - 1 (unbiased), "mle" by n or n_c. CV = TRUE removes each
# row from the means and the covariance and keeps the class prior, so it is leave-one-out for a uniform or given prior.
# tol only guards against columns that are constant within the classes, in the columns' own units; small units need a
# small one.
# predict.qda, method "predictive", is a t with n_c - d degrees of freedom when the fit was "mle", but without the factor
# gamma(n_c / 2) / gamma((n_c - d) / 2): the class prior given here makes up for it. predict.lda, method "predictive",
# scales the rows and not the means they are compared with: it is not used.
# lda with the empirical prior has Fisher's axes, and dimen = 1 classifies on the first; svd^2 is proportional to the
# eigenvalues.

suppressPackageStartupMessages(library(MASS))

folder <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))

read_section <- function(lines, name) {
  at <- grep(paste0("^", name, " "), lines)
  shape <- as.integer(strsplit(lines[at], " ")[[1]][2:3])
  matrix(as.numeric(unlist(strsplit(lines[at + seq_len(shape[1])], " "))), shape[1], shape[2], byrow = TRUE)
}

write_section <- function(name, numbers) {
  numbers <- as.matrix(numbers)
  rows <- apply(matrix(sprintf("%.17g", numbers), nrow(numbers)), 1, paste, collapse = " ")
  writeLines(c(paste(name, nrow(numbers), ncol(numbers)), rows), output)
}

given <- list(iris = c(0.2, 0.5, 0.3), cushings = c(0.5, 0.3, 0.2), wine = c(0.3, 0.3, 0.4), two = c(0.9, 0.1),
  scaled = c(0.1, 0.6, 0.3), offset = c(0.5, 0.25, 0.25))
estimators <- c(unbiased = "moment", mle = "mle")
models <- list(lda = lda, qda = qda)

lines <- readLines(file.path(folder, "tables.txt"))
output <- file(file.path(folder, "mass.txt"), "wb")
writeLines("# Made by make_mass.R.", output)
for (name in names(given)) {
  values <- read_section(lines, paste0(name, "/values"))
  labels <- factor(read_section(lines, paste0(name, "/labels")))
  classes <- nlevels(labels)
  priors <- list(rep(1 / classes, classes), given[[name]])
  names(priors) <- c("uniform", paste0(seq_len(classes) - 1, "=", given[[name]], collapse = ","))
  for (model in names(models)) {
    for (estimator in names(estimators)) {
      for (prior in names(priors)) {
        if (model == "qda" && (estimator == "mle") == (prior == "uniform")) next
        prefix <- paste(name, model, estimator, "none", prior, sep = "/")
        arguments <- list(values, labels, prior = priors[[prior]], method = estimators[[estimator]])
        if (model == "lda") arguments$tol <- 1e-9
        fitted <- do.call(models[[model]], arguments)
        write_section(paste0(prefix, "/posterior"), predict(fitted, values)$posterior)
        # qda's update of a row left out loses its digits where that row alone keeps a class regular.
        if (model == "qda" && name == "wine") next
        left_out <- do.call(models[[model]], c(arguments, CV = TRUE))
        own <- left_out$posterior[cbind(seq_along(labels), labels)]
        write_section(paste0(prefix, "/left_out"), cbind(-log(own), left_out$class == labels))
      }
    }
  }
  counts <- tabulate(labels)
  factors <- exp(lgamma(counts / 2) - lgamma((counts - ncol(values)) / 2)) / classes
  fitted <- qda(values, labels, method = "mle")
  predictive <- predict(fitted, values, prior = factors / sum(factors), method = "predictive")
  write_section(paste0(name, "/qda/predictive/none/uniform/posterior"), predictive$posterior)

  fitted <- lda(values, labels, tol = 1e-9)
  signs <- apply(fitted$scaling, 2, function(axis) sign(axis[which.max(abs(axis))]))
  write_section(paste0(name, "/lda/unbiased/none/empirical/axes"), t(t(fitted$scaling) * signs))
  write_section(paste0(name, "/lda/unbiased/none/empirical/explained"), fitted$svd^2 / sum(fitted$svd^2))
  write_section(paste0(name, "/fisher:1/unbiased/none/empirical/posterior"), predict(fitted, values, dimen = 1)$posterior)
}
close(output)
