// What is wrong with a `tileiras.allow`: names of no rule are errors, and names that suppress nothing are warnings.

// RUN: tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4' %s --split-input-file --verify-diagnostics=all -o /dev/null
// RUN: sed /expected-/d %s | tileiras-opt --nvvm-verify='chip=sm_90a ptx=8.4 disable=allow-unknown,allow-unused' --split-input-file -o /dev/null 2>&1 | count 0

// expected-error@below {{'llvm.func' op 'tileiras.allow' names 'dim-shap', which is no rule, did you mean 'dim-shape'? [allow-unknown]}}
// expected-note@below {{'llvm.func' op 'tileiras.allow' names '', which is no rule [allow-unknown]}}
// expected-note@below {{'llvm.func' op 'tileiras.allow' must be a list of names of rules [allow-unknown]}}
llvm.func @names() attributes {nvvm.kernel, tileiras.allow = ["dim-shap", "", 4]}

// -----

// expected-error@below {{'llvm.func' op 'tileiras.allow' must be a list of names of rules [allow-unknown]}}
llvm.func @form() attributes {nvvm.kernel, tileiras.allow = "maxntid-cap"}

// -----

// expected-error@below {{'llvm.func' op 'tileiras.allow' names 'nothing', which is no rule [allow-unknown]}}
llvm.func @passthrough() attributes {nvvm.kernel, passthrough = [["tileiras.allow", "nothing"]]}

// -----

// expected-warning@below {{'builtin.module' op 'tileiras.allow' names 'maxntid-cap', which has no violation here [allow-unused]}}
module attributes {tileiras.allow = ["maxntid-cap"]} {
  // The innermost suppression counts.
  // expected-warning@below {{'llvm.func' op 'tileiras.allow' names 'dim-shape', which has no violation here [allow-unused]}}
  // expected-note@below {{'llvm.func' op 'tileiras.allow' names 'launch-zero', which has no violation here [allow-unused]}}
  llvm.func @k() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 2048>, tileiras.allow = ["maxntid-cap", "dim-shape", "launch-zero"]} {
    llvm.return
  }
}

// -----

// A rule that an earlier pass repairs, or that is not checked, is not said to be unused.
llvm.func @repaired() attributes {nvvm.kernel, tileiras.allow = ["cluster-suppressed", "legacy-fact-remains", "thread-set-unknown", "allow-unused"]}

// -----

// The warning itself can be suppressed.
llvm.func @kept() attributes {nvvm.kernel, tileiras.allow = ["dim-shape", "allow-unused"]}
