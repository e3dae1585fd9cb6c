// A module can be for several targets, and for chips that are not in the table. An error is reported once.

// RUN: tileiras-opt --nvvm-verify %s --verify-diagnostics

gpu.module @two [#nvvm.target<chip = "sm_80", features = "+ptx84">, #nvvm.target<chip = "sm_90", features = "+ptx84">] {
  // expected-error@+2 {{'gpu.func' op 'nvvm.maxclusterrank' must be an integer attribute, got "8" [scalar-shape]}}
  // expected-warning@+1 {{'gpu.func' op 'nvvm.maxclusterrank' is not printed for sm_80, which has no clusters [cluster-suppressed]}}
  gpu.func @k() kernel attributes {nvvm.maxclusterrank = "8"} { gpu.return }
}

gpu.module @unknown [#nvvm.target<chip = "sm_999">, #rocdl.target] {
  // expected-error@+1 {{'gpu.func' op 'nvvm.maxclusterrank' must be an integer attribute, got true [scalar-shape]}}
  gpu.func @k() kernel attributes {nvvm.maxclusterrank = true} { gpu.return }
}
