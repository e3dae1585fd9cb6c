use crate::expect::findings;
use tileiras_contract::RuleSet;
#[test]
#[ignore]
fn corpus() {
    let list = std::fs::read_to_string(std::env::var("FILES").unwrap()).unwrap();
    for path in list.lines() {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        if tileiras_ptx::read(text.as_bytes()).is_err() {
            println!("{path}: unreadable");
            continue;
        }
        let start = std::time::Instant::now();
        for (line, found) in findings(&text, &RuleSet::of_faults()) {
            println!("{path}:{line}: {found}");
        }
        let t = start.elapsed().as_secs_f64();
        if t > 0.5 {
            println!("{path}: TIME {t:.2} s for {} bytes", text.len());
        }
    }
}
