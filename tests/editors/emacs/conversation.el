;;; conversation.el --- From the violation to the fix, with the documented set-up -*- lexical-binding: t -*-

(require 'checks)
(require 'flymake)

(defun conversation-texts () "What flymake shows." (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun conversation-replace (before after)
  "Replace BEFORE by AFTER and save, as a user does."
  (goto-char (point-min))
  (search-forward before)
  (replace-match after t t)
  (save-buffer))

(checks-run
 "example.c"
 (list
  (list "a diagnostic appears" (lambda () (flymake-diagnostics))
        (lambda ()
          (let* ((diagnostic (car (flymake-diagnostics))) (text (flymake-diagnostic-text diagnostic)))
            (checks-say text)
            (checks-that "it is the only one" (= 1 (length (flymake-diagnostics))))
            (checks-that "it stands at the assertion"
                         (save-excursion (goto-char (flymake-diagnostic-beg diagnostic)) (looking-at-p "assert(y")))
            (checks-that "it is an error" (eq 'eglot-error (flymake-diagnostic-type diagnostic)))
            (checks-that "it says that it comes from vouch" (string-match-p "vouch" text))
            (checks-that "it has the input" (string-match-p "x = 7" text))
            (checks-that "it has the assignment" (string-match-p "y = 8" text)))
          (conversation-replace "x > 2" "x < 2")))
  (list "it vanishes once the file is fixed and saved" (lambda () (null (flymake-diagnostics)))
        (lambda () (conversation-replace "x < 2" "x > 2")))
  (list "it comes back with the mistake" (lambda () (= 1 (length (flymake-diagnostics))))
        (lambda () (conversation-replace "int y" "nonsense here; int y")))
  (list "broken C shows the compiler's error" (lambda () (cl-some (lambda (text) (string-match-p "nonsense" text)) (conversation-texts)))
        #'ignore)))
;;; conversation.el ends here
