"""scikit-learn's own tests of naive Bayes and discriminant analysis, run on our classes.

Those that fail are named here, and why in docs/python.md."""

import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
DIFFERENT = {
    "test_gnb_check_update_with_no_data": "calls a private function",
    "test_alpha_vector": "calls a private function",
    "test_check_alpha": "calls a private function",
    "test_discretenb_provide_prior": "a failed fit changes nothing",
    "test_lda_shrinkage": "covariance_estimator",
    "test_lda_ledoitwolf": "covariance_estimator",
    "test_lda_dtype_match": "coef_ is float64",
    "test_qda_covariance_estimator": "covariance_estimator",
    "test_qda_ledoitwolf": "covariance_estimator",
    "test_qda_coefs": "rotations_ and scalings_",
    "test_qda_regularization": "reg_param",
    "test_qda_shrinkage_performance": "shrinkage='auto'",
}
UNSEEDED = {"test_qda_shrinkage_performance"}  # draws other rows each time, and passes with some


def test_what_fails_is_explained():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "sklearn_with_suffice", "-p", "no:cacheprovider", "--tb=no", "-rf",
         "--rootdir", HERE, "--pyargs", "sklearn.tests.test_naive_bayes", "sklearn.tests.test_discriminant_analysis"],
        capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": f"{HERE}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"})
    failed = set(re.findall(r"^(?:FAILED|ERROR) .*?::(\w+)", done.stdout, re.MULTILINE))
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed and int(passed[1]) > 100, done.stdout + done.stderr
    assert failed <= set(DIFFERENT) and set(DIFFERENT) - failed <= UNSEEDED
    page = (HERE.parent.parent / "docs" / "python.md").read_text()
    assert all(name in page for name in DIFFERENT)
