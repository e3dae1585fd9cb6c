"""Compiles and checks GPU kernels in a Bazel project, into which this file is copied. docs/BUILDS.md has an example.

It needs no other rules.
"""

_CUDA = ["bin/ptxas", "bin/nvlink", "bin/fatbinary", "nvvm/libdevice/libdevice.10.bc"]

_BUILD = """\
package(default_visibility = ["//visibility:public"])

exports_files(["tileiras-cc", "tileiras-contract"])

filegroup(
    name = "cuda",
    srcs = glob(["cuda/**"], allow_empty = True),
)
"""

def _find_ptxas(repository_ctx):
    """Finds ptxas as tileiras-cc does: docs/ENVIRONMENT.md. Without one, kernels can still be checked."""
    environ = repository_ctx.os.environ
    candidates = [environ.get("TILEIRAS_PTXAS", "")]
    for folder in [environ.get("CUDA_HOME", ""), environ.get("CUDA_PATH", ""), "/usr/local/cuda"]:
        candidates.append(folder and folder + "/bin/ptxas")
    for candidate in candidates:
        if candidate and repository_ctx.path(candidate).exists:
            return repository_ctx.path(candidate)
    return repository_ctx.which("ptxas")

def _tileiras_tools(repository_ctx):
    for tool in ["tileiras-cc", "tileiras-contract"]:
        path = repository_ctx.which(tool)
        if not path:
            fail("{} is not on PATH: install tileiras, or add its folder bin to PATH".format(tool))
        repository_ctx.symlink(path, tool)
    ptxas = _find_ptxas(repository_ctx)
    if ptxas:
        # The programs that tileiras-cc runs are together in one toolkit.
        toolkit = ptxas.realpath.dirname.dirname
        for name in _CUDA:
            path = repository_ctx.path("{}/{}".format(toolkit, name))
            if path.exists:
                repository_ctx.symlink(path, "cuda/" + name)
    repository_ctx.file("BUILD.bazel", _BUILD)

tileiras_tools = repository_rule(
    implementation = _tileiras_tools,
    doc = "The installed tools that are on PATH, and the ptxas that tileiras-cc uses. Its name is tileiras.",
    environ = ["PATH", "TILEIRAS_PTXAS", "CUDA_HOME", "CUDA_PATH"],
    local = True,
)

def _options(ctx, config):
    """The options about rules. A project file that is not an input of the action is not read."""
    options = ["--gpu-name=" + ",".join(ctx.attr.chips)] if ctx.attr.chips else []
    options.append("--config=" + config if config else "--no-config")
    return options + ctx.attr.options

def _tileiras_kernels(ctx):
    ending = ".fatbin" if len(ctx.attr.chips) > 1 else ".cubin"
    options = _options(ctx, ctx.file.config.path if ctx.file.config else None)
    outputs = []
    for source in ctx.files.srcs:
        output = ctx.actions.declare_file(source.basename[:-len(source.extension) - 1] + ending)
        ctx.actions.run(
            executable = ctx.executable._cc,
            arguments = [source.path] + options + ["-o", output.path],
            inputs = [source] + ctx.files.config + ctx.files.data,
            tools = ctx.files._cuda,
            outputs = [output],
            env = {"CUDA_HOME": ctx.executable._cc.dirname + "/cuda"},
            mnemonic = "TileirasKernels",
            progress_message = "Compiling kernels of " + source.short_path,
        )
        outputs.append(output)
    return [DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(outputs))]

def _quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"

def _tileiras_test(ctx):
    files = ctx.files.srcs + ctx.files.snapshot + ctx.files.config + ctx.files.data
    words = [ctx.executable._contract.short_path, "check"]
    if ctx.file.snapshot:
        if ctx.attr.chips or ctx.attr.config:
            fail("chips and config have no effect with snapshot")
        words += ctx.attr.options + [ctx.file.snapshot.short_path]
    else:
        words += _options(ctx, ctx.file.config.short_path if ctx.file.config else None)
    words += [source.short_path for source in ctx.files.srcs]
    script = ctx.actions.declare_file(ctx.label.name)
    text = "#!/bin/sh\nexec {}\n".format(" ".join([_quoted(word) for word in words]))
    ctx.actions.write(script, text, is_executable = True)
    runfiles = ctx.runfiles(files + [ctx.executable._contract])
    return [DefaultInfo(executable = script, runfiles = runfiles)]

def _tool(name):
    return attr.label(default = "@tileiras//:" + name, executable = True, allow_single_file = True, cfg = "exec")

_ATTRIBUTES = {
    "chips": attr.string_list(doc = "The chips, such as sm_90a. Without them, those that the files name."),
    "config": attr.label(allow_single_file = [".toml"], doc = "The project file."),
    "data": attr.label_list(allow_files = True, doc = "More files that options name."),
    "options": attr.string_list(doc = "More options of the tool."),
    "srcs": attr.label_list(mandatory = True, allow_empty = False, allow_files = True, doc = "The files with kernels."),
}

tileiras_kernels = rule(
    implementation = _tileiras_kernels,
    doc = "Compiles each source with tileiras-cc to <name>.cubin, or to <name>.fatbin for several chips.",
    attrs = dict(
        _ATTRIBUTES,
        _cc = _tool("tileiras-cc"),
        _cuda = attr.label(default = "@tileiras//:cuda"),
    ),
)

tileiras_test = rule(
    implementation = _tileiras_test,
    doc = "Checks files against the rules, or with snapshot compares their kernels with it.",
    attrs = dict(
        _ATTRIBUTES,
        snapshot = attr.label(allow_single_file = [".json"], doc = "What tileiras-contract snapshot has written."),
        _contract = _tool("tileiras-contract"),
    ),
    test = True,
)
