/** Browsers by what their user agents contain. Chrome and Safari last: others name them, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/SamsungBrowser/, 'Samsung Internet'],
  [/UCBrowser/, 'UC Browser'],
  [/MiuiBrowser/, 'Mi Browser'],
  [/OPR\/|Opera/, 'Opera'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** A device as its owner would name it, from its user agent: 'Redmi 9A, Chrome', 'Windows, Edge',
 *  'iPhone, Safari'. '' for one that says neither. */
export function deviceName(userAgent: string): string {
  const named = (names: typeof browsers) => names.find(([part]) => part.test(userAgent))?.[1]
  // Chrome says 'K' for every model.
  const model = /Android [\d.]+; (?!K\)|wv\))([\w ()+-]{2,40}?)(?: Build|; wv|\))/.exec(userAgent)
  return [model?.[1] ?? named(systems), named(browsers)].filter(Boolean).join(', ')
}
