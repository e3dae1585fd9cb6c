//! Writes the seeds of a target into a folder: `seeds TARGET FOLDER`.

use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, folder] = arguments.as_slice() else { return Err("usage: seeds TARGET FOLDER".into()) };
    let target = tileiras_fuzz::TARGETS.iter().find(|target| target.name == name);
    let target = target.ok_or_else(|| format!("no target '{name}'"))?;
    fs::create_dir_all(folder)?;
    for (number, seed) in (target.seeds)().into_iter().enumerate() {
        fs::write(Path::new(folder).join(format!("seed-{number:03}")), seed)?;
    }
    Ok(())
}
