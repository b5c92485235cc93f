const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

const first = (list: [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** A readable name of the device that sent this User-Agent: "Firefox on Windows". */
export function deviceOf(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = first(browsers, agent)
  const system = first(systems, agent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? (agent.split(/[/ ]/)[0]?.slice(0, 40) || 'Unknown device')
}
