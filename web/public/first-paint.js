// Runs before the first paint, so that a dark theme never flashes light. The app takes over from web/session/theme.ts.
try {
  const user = JSON.parse(sessionStorage.getItem('user') || 'null')
  if (user && localStorage.getItem(`theme-${user.id}`) === 'dark') document.documentElement.classList.add('dark')
} catch {
  // Without a readable user the page stays light.
}
