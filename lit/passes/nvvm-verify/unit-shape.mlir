// unit-shape: nvvm.kernel, nvvm.blocksareclusters and the marker are unit attributes.

// RUN: tileiras-opt --nvvm-verify=form=canonical %s --split-input-file --verify-diagnostics

// Units.
llvm.func @k() attributes {nvvm.annotations_transplanted, nvvm.blocksareclusters, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// As Triton writes it. The function is a kernel nevertheless.
// expected-error@+1 {{'llvm.func' op 'nvvm.kernel' must be a unit attribute, got}}
llvm.func @k() attributes {nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel = 1 : ui1}

// -----

// `false`: for upstream the fact holds, because the attribute is present.
// expected-error@+1 {{'llvm.func' op 'nvvm.blocksareclusters' must be a unit attribute, got false [unit-shape]}}
llvm.func @k() attributes {nvvm.blocksareclusters = false, nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>}

// -----

// The marker.
// expected-error@+1 {{'func.func' op 'nvvm.annotations_transplanted' must be a unit attribute, got "yes" [unit-shape]}}
func.func private @f() attributes {nvvm.annotations_transplanted = "yes"}
