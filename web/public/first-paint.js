/** @type {any} */
const page = window

// Runs before the first paint, so that a dark theme never flashes light. The app takes over from web/session/theme.ts.
try {
  const user = JSON.parse(sessionStorage.getItem('user') || 'null')
  if (user && localStorage.getItem(`theme-${user.id}`) === 'dark') document.documentElement.classList.add('dark')
  // The app begins by asking who is signed in (web/session/restore.ts): the answer comes while the app itself does.
  if (user && user.role !== 'customer' && user.role !== 'driver') {
    const address = '/api/auth/profile'
    const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
    const answer = fetch(address, { headers, signal: AbortSignal.timeout(30_000) })
    // Where it fails the app hears of it.
    answer.catch(() => {})
    page.earlyAnswers = new Map([[address, answer]])
  }
} catch {
  // Without a readable user the page stays light.
}

// The content security policy lets no text become markup or code. All that passes is the address of a script of ours, which
// a worker is started from.
page.trustedTypes?.createPolicy('default', {
  createScriptURL: (/** @type {string} */ address) =>
    new URL(address, location.href).origin === location.origin ? address : null,
})

// zod would first try whether it may make functions from text. It may not, and the try alone counts as a violation.
page['__zod_globalConfig'] = { jitless: true }
