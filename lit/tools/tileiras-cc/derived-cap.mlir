// The derived register cap is the one in the cubin. 288 threads are 9 warps. Two CTAs have 18 warps, and ptxas counts
// them as 20.

// RUN: tileiras-cc %s --gpu-name=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: tileiras-cc %s --gpu-name=sm_90a -o %t.cubin
// RUN: tileiras-contract show %t.cubin | FileCheck %s --check-prefix=CUBIN

llvm.func @k() attributes {nvvm.kernel, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<
    block = [288], min_ctas_per_sm = 2, accumulator_registers = 64, working_registers = 24, slack_registers = 24>} {
  llvm.return
}

// PTX: .entry k
// PTX-DAG: .reqntid 288
// PTX-DAG: .minnctapersm 2
// PTX-DAG: .maxnreg 96
// CUBIN: k {{.*}} 288, 1, 1 {{ *}}96
