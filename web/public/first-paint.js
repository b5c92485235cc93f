/** @type {any} */
const page = window

// Runs before the first paint, so that a dark theme never flashes light. web/session/theme.ts takes over later.
try {
  const user = JSON.parse(sessionStorage.getItem('user') || 'null')
  if (user && localStorage.getItem(`theme-${user.id}`) === 'dark') document.documentElement.classList.add('dark')
  // The app first checks the session (web/session/restore.ts): this sends that request early, while the app is loading.
  if (user && user.role !== 'customer' && user.role !== 'driver') {
    const address = '/api/auth/profile'
    const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
    const answer = fetch(address, { headers, signal: AbortSignal.timeout(30_000) })
    // If it fails, web/session/restore.ts handles the error.
    answer.catch(() => {})
    page.earlyAnswers = new Map([[address, answer]])
  }
} catch {
  // Without a readable user the page stays light.
}

// Trusted Types: no text may become markup or code. Only URLs of scripts on our own origin pass, to start workers.
page.trustedTypes?.createPolicy('default', {
  createScriptURL: (/** @type {string} */ address) =>
    new URL(address, location.href).origin === location.origin ? address : null,
})

// Zod would test whether `new Function` is allowed; it isn't, and even the test counts as a CSP violation.
page['__zod_globalConfig'] = { jitless: true }
