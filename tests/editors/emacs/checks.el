;;; checks.el --- What the scripts of this folder share -*- lexical-binding: t -*-

;; A script calls `checks-run' with its steps. Emacs goes on as for a user between them: a timer looks whether the next one can be done.

(require 'cl-lib)

(defconst checks-patience 60 "Seconds that a step may take: much is going on beside these tests on a build machine.")

(defun checks-say (text) "Write the line TEXT." (write-region (concat text "\n") nil (getenv "VOUCH_TEST_LOG") t 'quiet))

(defun checks-end (text status) "Write TEXT and end Emacs with STATUS." (checks-say text) (kill-emacs status))

(defun checks-that (what holds) "Unless HOLDS, end with the message that WHAT is not so."
  (if holds (checks-say (concat "ok: " what)) (checks-end (concat "FAILED not so: " what) 1)))

(defun checks-run (file steps)
  "Do STEPS in the buffer of FILE, a list of (WHAT CONDITION ACTION): ACTION runs as soon as CONDITION gives something."
  (let ((start (float-time)) (timer nil))
    (setq timer
          (run-with-timer
           0.05 0.05
           (lambda ()
             (condition-case problem
                 (with-current-buffer (get-file-buffer file)
                   (cl-destructuring-bind (what condition action) (car steps)
                     (cond ((funcall condition)
                            (checks-say (concat "ok: " what))
                            (funcall action)
                            (setq steps (cdr steps) start (float-time))
                            (unless steps (cancel-timer timer) (checks-end "PASSED" 0)))
                           ((> (- (float-time) start) checks-patience)
                            (checks-end (concat "FAILED " what " did not happen") 1)))))
               (error (checks-end (format "FAILED %S" problem) 1))))))))

(provide 'checks)
;;; checks.el ends here
