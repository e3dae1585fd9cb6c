//! Counts, sizes and alignments of mbarriers and bulk copies.

use crate::rules::expect::hopper;

const BLOCK: &str = ".reqntid 1";

#[test]
fn an_mbarrier_counts_arrivals() {
    let init = |count: &str| format!("mbarrier.init.shared::cta.b64 [bar], {count};");
    for count in ["1", "1048575", "n"] {
        hopper(BLOCK, &format!("ld.param.u32 n, [count]; {}", init(count)));
    }
    for (count, got) in [("0", 0), ("1048576", 1_048_576), ("-1", -1)] {
        hopper(BLOCK, &format!("{} //! mbarrier-count: must count 1 to 1048575 arrivals, got {got}", init(count)));
    }
}

#[test]
fn a_bulk_copy_has_whole_parts() {
    let store = |name: &str, bytes: &str, finding: &str| {
        format!(
            "ld.param.u64 x, [pointer]; mov.u32 n, 8; {}{finding}\n\
             cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;",
            format_args!("{name} [x], [data], {bytes};")
        )
    };
    for name in [
        "cp.async.bulk.global.shared::cta.bulk_group",
        "multimem.cp.async.bulk.global.shared::cta.bulk_group",
        "multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32",
    ] {
        for bytes in ["0", "16", "1008", "c"] {
            hopper(BLOCK, &store(name, bytes, ""));
        }
        for (bytes, got) in [("8", 8), ("1000", 1000), ("n", 8)] {
            let finding = format!(" //! bulk-copy-size: must copy a multiple of 16 bytes, got {got}");
            hopper(BLOCK, &store(name, bytes, &finding));
        }
    }
}

#[test]
fn an_address_is_aligned() {
    let init = |address: &str, finding: &str| format!("mbarrier.init.shared::cta.b64 [{address}], 1;{finding}");
    let finding = |needed: u32, offset: u32| {
        format!(
            " //! async-alignment: needs an address aligned to {needed} bytes, got offset {offset} of an aligned variable"
        )
    };
    for address in ["bars", "bars+8", "bars+24", "slot", "slot+4"] {
        // A variable of 4 bytes can be aligned to 8.
        hopper(BLOCK, &init(address, ""));
    }
    hopper(BLOCK, &init("bars+4", &finding(8, 4)));
    hopper(BLOCK, &format!("mov.u32 a, bars; add.u32 a, a, 12; {}", init("a", &finding(8, 12))));
    let copy = |to: &str, finding: &str| {
        format!(
            "ld.param.u64 x, [pointer]; {} mbarrier.arrive.expect_tx.shared::cta.b64 state, [bar], 16;\n\
             cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [{to}], [x], 16, [bar];{finding}\n\
             wait: mbarrier.try_wait.parity.shared::cta.b64 done, [bar], 0; @!done bra wait;",
            init("bar", "")
        )
    };
    hopper(BLOCK, &copy("data+32", ""));
    hopper(BLOCK, &copy("data+40", &finding(16, 40)));
    // The variable is aligned to 8 bytes.
    hopper(BLOCK, &copy("bars+8", ""));
}
