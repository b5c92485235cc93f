import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockedPackage
 */

/**
 * Adds packages for other platforms that are missing in the lock file because the registry didn't have them: if one is missing,
 * `npm ci` refuses the whole file. They have no integrity hash, as they couldn't be downloaded; a registry that has them adds it.
 * @param {{ packages: Record<string, LockedPackage> }} lock changed in place
 * @returns {string[]} the names added
 */
export function completeLock({ packages }) {
  /** @type {string[]} */
  const added = []
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, wanted] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(packages, path, name)) continue
      const version = wanted.replace(/^[~^]/, '')
      const dev = entry.dev ? { dev: true } : {}
      packages[`node_modules/${name}`] = { version, ...platformOf(name), ...dev, optional: true }
      added.push(name)
    }
  }
  return added
}

/** Whether Node would resolve the package from the folder of the package that depends on it.
 * @param {Record<string, LockedPackage>} packages @param {string} path @param {string} name */
function isLocked(packages, path, name) {
  let place = path
  while (place !== '') {
    if (packages[`${place}/node_modules/${name}`]) return true
    const above = place.lastIndexOf('/node_modules/')
    place = above < 0 ? '' : place.slice(0, above)
  }
  return `node_modules/${name}` in packages
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/** The platform of a package by its name, e.g. binding-linux-x64-musl. Without these fields npm would install it everywhere.
 * @param {string} name @returns {Pick<LockedPackage, 'os' | 'cpu' | 'libc'>} */
export function platformOf(name) {
  const parts = name.replace('fsevents', 'fsevents-darwin').replace('windows', 'win32').split(/[-/]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  const libc = parts.some((part) => part.startsWith('musl')) ? 'musl' : parts.includes('gnu') ? 'glibc' : undefined
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) }
}

if (process.argv[1] === import.meta.filename) {
  const file = join(import.meta.dirname, '../package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const added = completeLock(lock)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added.length > 0 ? `Added to package-lock.json: ${added.join(', ')}` : 'package-lock.json is complete')
}
