//! The answers of this project are compared with those of a driver as the table says: with recorded answers, without a
//! GPU.

#![expect(clippy::expect_used, reason = "a test")]

use tileiras_contract::{Fact, FactSet, Resources, StatedFact};
use tileiras_gpu::questions::{LoadedKernel, broken_rules, launches, of_device};
use tileiras_gpu::{DeviceAttribute, Error, FunctionAttribute, Gpu, Launch, Row, Table, kernels};
use tileiras_target::Chip;
use tileiras_test_support::ptxas;

/// A driver with one answer for every number, and one for every launch.
#[derive(Clone, Debug)]
struct Recorded {
    number: Result<i32, Error>,
    launch: Result<(), Error>,
}

impl Recorded {
    fn number(number: i32) -> Self {
        Self { number: Ok(number), launch: Ok(()) }
    }

    fn rejecting() -> Self {
        let error = Error { code: 1, name: "CUDA_ERROR_INVALID_VALUE".to_owned() };
        Self { number: Err(error.clone()), launch: Err(error) }
    }
}

impl Gpu for Recorded {
    fn device_attribute(&self, attribute: DeviceAttribute) -> Result<i32, Error> {
        if attribute == DeviceAttribute::MultiprocessorCount { Ok(10) } else { self.number.clone() }
    }

    fn load(&self, _: &[u8]) -> Result<(), Error> {
        self.launch.clone()
    }

    fn function_attribute(&self, _: &[u8], _: &str, _: FunctionAttribute) -> Result<i32, Error> {
        self.number.clone()
    }

    fn launch(&self, _: &[u8], _: &str, _: &Launch) -> Result<(), Error> {
        self.launch.clone()
    }

    fn ctas_per_sm(&self, _: &[u8], _: &str, _: u32, _: u32) -> Result<i32, Error> {
        self.number.clone()
    }

    fn largest_cluster(&self, _: &[u8], _: &str, _: &Launch) -> Result<i32, Error> {
        self.number.clone()
    }

    fn resident_clusters(&self, _: &[u8], _: &str, _: &Launch) -> Result<i32, Error> {
        self.number.clone()
    }
}

fn chip(name: &str) -> Chip {
    Chip::parse(name).expect("a chip")
}

fn facts(facts: &[StatedFact]) -> FactSet {
    facts.iter().cloned().chain([StatedFact::Kernel]).collect()
}

/// Calls `ask` with a kernel for sm_90 that states `facts`, and uses 100 registers and 1000 bytes of shared memory.
fn with_kernel<T>(facts: &FactSet, ask: impl FnOnce(LoadedKernel<'_>) -> T) -> T {
    let kernel = tileiras_cubin::Kernel { name: "k".to_owned(), ..Default::default() };
    let resources =
        Resources { registers: Some(100), static_shared: Some(1000), stack: Some(16), ..Resources::default() };
    ask(LoadedKernel {
        subject: "k",
        cubin: b"",
        code_chip: 86,
        kernel: &kernel,
        facts,
        resources,
        chip: chip("sm_90"),
    })
}

/// The expected answers to the questions that contain `text`, with whether they agree.
fn expected<'a>(rows: &'a [Row], text: &str) -> Vec<(&'a str, bool)> {
    rows.iter().filter(|row| row.question.contains(text)).map(|row| (row.expected.as_str(), row.same)).collect()
}

#[test]
fn the_limits_of_the_chip_are_expected() {
    let rows = of_device(&Recorded::number(2048), chip("sm_90"));
    assert_eq!(expected(&rows, "MaxThreadsPerMultiprocessor"), [("2048", true)]);
    assert_eq!(expected(&rows, "MaxSharedMemoryPerBlockOptin"), [("232448", false)]);
    assert_eq!(expected(&rows, "ClusterLaunch"), [("1", false)]);
    let rows = of_device(&Recorded::number(1536), chip("sm_86"));
    assert_eq!(expected(&rows, "MaxThreadsPerMultiprocessor"), [("1536", true)]);
    assert_eq!(expected(&rows, "ClusterLaunch"), [("0", false)]);
}

#[test]
fn an_error_is_no_number() {
    let rows = of_device(&Recorded::rejecting(), chip("sm_90"));
    assert!(rows.iter().all(|row| !row.same && row.measured == "CUDA_ERROR_INVALID_VALUE"), "{rows:#?}");
}

#[test]
fn the_attributes_of_a_kernel_are_those_of_its_cubin() {
    let stated = facts(&[StatedFact::ReqNTid([128, 2, 1]), StatedFact::ClusterDim([2, 4, 1])]);
    let rows = with_kernel(&stated, |kernel| kernel.attributes(&Recorded::number(4)));
    let expect = [
        ("MaxThreads", "256"),
        ("SharedSize", "1000"),
        ("LocalSize", "16"),
        ("NumRegs", "100"),
        ("BinaryVersion", "86"),
    ];
    let of_cluster = [("ClusterWidth", "2"), ("ClusterHeight", "4"), ("ClusterDepth", "1"), ("NonPortable", "0")];
    for (question, value) in expect.into_iter().chain(of_cluster) {
        assert_eq!(expected(&rows, question), [(value, value == "4")], "{question}");
    }
}

#[test]
fn the_occupancy_is_that_of_the_chip() {
    // 100 registers are 104, so that each quarter of the register file has 4 warps: 16 warps, or 4 CTAs of 128 threads.
    let stated = facts(&[StatedFact::ReqNTid([128, 1, 1])]);
    let rows = with_kernel(&stated, |kernel| kernel.occupancy(&Recorded::number(4)));
    assert_eq!(expected(&rows, "threads 128 shared 0"), [("4", true)]);
    assert_eq!(expected(&rows, "threads 128 shared 231448"), [("1", false)]);
    assert_eq!(rows.len(), 3, "{rows:#?}");
}

#[test]
fn a_legal_cluster_fits_on_the_device() {
    let stated = facts(&[StatedFact::ReqNTid([128, 1, 1]), StatedFact::ClusterDim([2, 1, 1])]);
    // 10 SMs with 4 CTAs each.
    for (found, same) in [(0, false), (1, true), (20, true), (21, false)] {
        let rows = with_kernel(&stated, |kernel| kernel.clusters(&Recorded::number(found)));
        assert_eq!(expected(&rows, "resident-clusters"), [("1 to 20", same)], "{found}");
        assert_eq!(expected(&rows, "largest-cluster"), []);
    }
    let stated = facts(&[StatedFact::MaxClusterRank(12)]);
    let rows = with_kernel(&stated, |kernel| kernel.clusters(&Recorded::number(8)));
    assert_eq!(expected(&rows, "largest-cluster"), [("8", true), ("12", false)]);
}

#[test]
fn a_launch_agrees_if_both_accept_or_both_reject_it() {
    let stated = facts(&[StatedFact::ReqNTid([128, 1, 1])]);
    let good = Launch { block: [128, 1, 1], ..Launch::ONE };
    let bad = Launch { block: [64, 1, 1], ..Launch::ONE };
    for (launch, expected) in [(good, "CUDA_SUCCESS"), (bad, "launch-block-mismatch")] {
        for (gpu, measured) in
            [(Recorded::number(0), "CUDA_SUCCESS"), (Recorded::rejecting(), "CUDA_ERROR_INVALID_VALUE")]
        {
            let row = with_kernel(&stated, |kernel| kernel.launch(&gpu, &launch));
            assert_eq!((row.expected.as_str(), row.measured.as_str()), (expected, measured));
            assert_eq!(row.same, (expected == "CUDA_SUCCESS") == (measured == "CUDA_SUCCESS"), "{row}");
        }
    }
}

#[test]
fn a_launch_needs_its_opt_ins_and_its_registers() {
    let plain = facts(&[]);
    let [large, shared] = [
        Launch { cluster: Some([16, 1, 1]), grid: [16, 1, 1], ..Launch::ONE },
        Launch { shared: 48 * 1024, ..Launch::ONE },
    ];
    let without = |launch| Launch { opt_in: false, ..launch };
    let cases = [
        (large, "CUDA_SUCCESS"),
        (without(large), "explain-cluster-opt-in"),
        (shared, "CUDA_SUCCESS"),
        (without(shared), "explain-shared-memory"),
        (Launch { block: [512, 1, 1], ..Launch::ONE }, "CUDA_SUCCESS"),
        (Launch { block: [544, 1, 1], ..Launch::ONE }, "launch-block-cap"),
    ];
    for (launch, expected) in cases {
        let row = with_kernel(&plain, |kernel| kernel.launch(&Recorded::number(0), &launch));
        assert_eq!(row.expected, expected, "{row}");
    }
}

#[test]
fn the_first_launch_of_each_kernel_is_legal_and_some_are_not() {
    for chip in ["sm_75", "sm_90", "sm_120"].map(chip) {
        for kernel in kernels::all(chip) {
            let launches = launches(&kernel.facts, chip);
            let broken: Vec<_> =
                launches.iter().map(|launch| broken_rules(&kernel.facts, Resources::default(), chip, launch)).collect();
            assert_eq!(broken[0], [""; 0], "{chip} {}: {}", kernel.name, launches[0]);
            assert!(broken.iter().any(|rules| !rules.is_empty()), "{chip} {}", kernel.name);
        }
    }
}

#[test]
fn ptxas_assembles_the_kernels_as_they_are_described() {
    for chip in ["sm_75", "sm_90", "sm_120"].map(chip) {
        let generated = kernels::all(chip);
        let text = kernels::module(&generated, chip);
        let cubin = ptxas::assemble(chip.name(), text.as_bytes(), &["-w"]);
        let cubin = tileiras_cubin::Cubin::read(&cubin).expect("a cubin");
        assert_eq!(cubin.kernels.len(), generated.len());
        let of = |name: &str| {
            let kernel = cubin.kernel(name).expect("the kernel");
            (cubin.resources(kernel).registers.expect("a number"), cubin.static_shared(kernel))
        };
        assert!(of("k_uses_200_0").0 >= 200 && of("k_uses_100_0").0 >= 100, "{chip}");
        assert_eq!(of("k_uses_1_40960").1, 40960, "{chip}");
        for kernel in generated {
            let found = cubin.kernel(&kernel.name).expect("the kernel");
            for fact in [Fact::MaxNTid, Fact::ReqNTid, Fact::ClusterDim, Fact::MaxClusterRank] {
                assert_eq!(found.facts.get(fact), kernel.facts.get(fact), "{chip} {} {fact}", kernel.name);
            }
        }
    }
}

#[test]
fn a_table_has_one_line_for_each_row() {
    let rows = of_device(&Recorded::number(2048), chip("sm_90"));
    let table = Table { chip: "sm_90".to_owned(), device: "recorded".to_owned(), rows };
    let text = table.to_string();
    assert_eq!(text.lines().count(), table.rows.len() + 2);
    assert!(text.contains("\ndevice\tMaxThreadsPerMultiprocessor\t2048\t2048\tsame\n"), "{text}");
    assert!(text.contains("\ndevice\tWarpSize\t32\t2048\tdiffers\n"), "{text}");
    assert_eq!(table.differences().count(), table.rows.len() - 1);
}
