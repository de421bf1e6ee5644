// SPDX-License-Identifier: GPL-3.0-or-later

/// The page of a sheet of sounds: one HTML file, also well-formed XML, that needs nothing but the files beside it.
struct SoundPage {
  /// By this line a page is known as ours.
  static let mark = "<meta name=\"generator\" content=\"yui-jack sounds\"/>"
  /// What the page is called in its folder.
  static let name = "index.html"

  /// Frames a second.
  let sampleRate: Double
  /// What stands on it so far, under each heading.
  private var entries: [SheetSound.Heading: [String]] = [:]

  /// A page without sounds.
  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Adds a sound, below those of its group.
  mutating func add(_ sound: SheetSound, _ figures: SoundFigures, _ picture: SoundPicture) {
    var rows = [
      row("peak", figures.peak, 1, "dB"), row("length", figures.length, 3, "s"),
      row("centroid", figures.centroid, 0, "Hz"),
    ]
    if let pitch = figures.pitch, let frequency = sound.frequency {
      rows.append(row("pitch", pitch, 2, "Hz"))
      rows.append(row("off by", SoundFigures.cents(pitch, above: frequency), 1, "cents"))
    }
    let title = PageText.escaped(sound.title)
    entries[sound.group, default: []].append(
      """
      <article id="\(sound.name)">
      <h3>\(title)</h3>
      <audio controls="controls" preload="none" src="\(sound.name).wav" aria-label="\(title)"></audio>
      \(picture.svg("Waveform and spectrogram of \(sound.title)"))
      <dl>
      \(rows.joined(separator: "\n"))
      </dl>
      </article>
      """)
  }

  /// The whole page.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    \(Self.mark)
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <title>The sounds of yui-jack</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <h1>The sounds of yui-jack</h1>
    <p>Each sound as its recipe has it, at full velocity and \(PageText.number(sampleRate, decimals: 0)) frames a second, \
    without the mixer's gain (−1.9 dB), its limiter or other sounds. What is held while a key is down is held for half a second.</p>
    <p>Upper picture: the waveform; lines mark full scale. Lower picture: which frequencies sound when, in dB below the \
    loudest of the sound. The centroid is the mean frequency, each weighted by its power.</p>
    <p class="scale"><span>−\(PageText.number(Double(ColourScale.span), decimals: 0)) dB</span><i></i><span>0 dB</span></p>
    </header>
    <main>
    \(sections)
    </main>
    </body>
    </html>

    """
  }

  private var sections: String {
    SheetSound.Heading.allCases.filter { entries[$0] != nil }.map { group in
      """
      <section>
      <h2>\(group.rawValue)</h2>
      <div>
      \(entries[group, default: []].joined(separator: "\n"))
      </div>
      </section>
      """
    }.joined(separator: "\n")
  }

  /// One figure, as people read it and, in the attribute, as programs do.
  private func row(_ name: String, _ figure: Double, _ decimals: Int, _ unit: String) -> String {
    let value = PageText.value(figure, decimals: decimals + 3)
    let text = PageText.number(figure, decimals: decimals)
    return "<div><dt>\(name)</dt><dd><data value=\"\(value)\">\(text) \(unit)</data></dd></div>"
  }

  private static let style = """
    :root { color-scheme: light dark; --page: #f6f5f3; --card: #fff; --ink: #1d1b24; --soft: #625f6c; --line: #dcd9e2; --wave: #6a2c91; }
    @media (prefers-color-scheme: dark) {
    :root { --page: #131119; --card: #1d1a26; --ink: #eceaf1; --soft: #a5a1b1; --line: #37323f; --wave: #c79be8; }
    }
    body { margin: 0 auto; max-width: 100rem; padding: 1.5rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
    header p { max-width: 46rem; color: var(--soft); }
    h1, h2, h3 { line-height: 1.2; margin: 0; }
    h2 { margin: 2rem 0 1rem; }
    section > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
    article { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
    audio { width: 100%; margin: .5rem 0; }
    svg { display: block; width: 100%; height: auto; }
    svg text { fill: var(--soft); font-size: 11px; }
    .left { text-anchor: end; dominant-baseline: middle; }
    .below { text-anchor: middle; }
    .grid, .tick { stroke: var(--line); fill: none; }
    .tick { stroke: var(--soft); }
    .wave { fill: var(--wave); }
    dl { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0 0; }
    dt { color: var(--soft); font-size: .8rem; }
    dd { margin: 0; font-variant-numeric: tabular-nums; }
    .scale { display: flex; align-items: center; gap: .5rem; }
    .scale i { flex: 1; max-width: 20rem; height: .75rem; background: linear-gradient(to right, \
    \(ColourScale.stops.map(\.css).joined(separator: ", "))); }
    """
}
