//! Runs the lit suite with the tools of this build.

use crate::common::lit::{plugin, run};
use crate::common::tools;

#[test]
fn lit() {
    run(tools(), &plugin());
}
