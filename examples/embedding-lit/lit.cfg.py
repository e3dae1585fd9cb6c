# A suite of a project that uses tileiras. Run it with LLVM's lit, after the wheel of tileiras was installed:
#
#     lit -v examples/embedding-lit

import os
import tempfile

import lit.formats
import tileiras.lit

config.name = "embedding-lit"
config.suffixes = [".mlir", ".ptx"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(tempfile.gettempdir(), "embedding-lit")

tileiras.lit.configure(config, lit_config)
