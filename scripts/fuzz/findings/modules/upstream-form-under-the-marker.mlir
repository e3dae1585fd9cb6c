llvm.func @known() attributes {nvvm.annotations_transplanted, 
    nvvm.cluster_dim = array<i32: 2, 1, 1>, nvvm.cluster_max_blocks = 8 : i32, nvvm.kernel,
    nvvm.maxclusterrank = 2147483647 : i32, nvvm.reqntid = array<i32: 64, 1, 1>} { llvm.return }
