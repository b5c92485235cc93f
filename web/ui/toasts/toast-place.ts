/*
 * Keeps toasts from covering the button that was pressed before, and those beside it: after "Place order" has failed, users press
 * "Request an estimate instead". If these are at the bottom of the window, toasts move below the header.
 */

let pressed: Element | undefined

/** Places the toasts of the region after each press, scroll, resize and new toast, and makes long ones scrollable, until `signal` aborts. */
export function tendToasts(region: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return
  const place = () => placeToasts(region)
  const sizes = new ResizeObserver(place)
  const toasts = new MutationObserver(place)
  const onPress = ({ target }: Event) => {
    if (!(target instanceof Element) || region.contains(target)) return
    pressed = target.closest('button, a') ?? undefined
    sizes.disconnect()
    const around = pressed?.closest('form') ?? pressed?.parentElement
    if (around) sizes.observe(around)
    place()
  }
  toasts.observe(region, { childList: true, subtree: true, characterData: true })
  document.addEventListener('click', onPress, { capture: true, signal })
  document.addEventListener('scroll', place, { capture: true, passive: true, signal })
  window.addEventListener('resize', place, { signal })
  signal.addEventListener('abort', () => {
    toasts.disconnect()
    sizes.disconnect()
  })
}

const sides = ['bottom', 'top'] as const

function placeToasts(region: HTMLElement) {
  for (const content of region.querySelectorAll<HTMLElement>('[data-content]')) markLong(content)
  const list = region.querySelector<HTMLElement>('[data-sonner-toaster][data-y-position="bottom"]')
  const newest = list?.querySelector<HTMLElement>('[data-sonner-toast][data-front="true"]')
  if (!list || !newest) return
  const below = document.querySelector('#root header[data-chrome]')?.getBoundingClientRect().bottom ?? 0
  list.style.setProperty('--below-header', `${Math.max(below, 0)}px`)
  const height = newest.offsetHeight + 14 * (Math.min(list.childElementCount, 3) - 1)
  const { left, right } = newest.getBoundingClientRect()
  const actions = [...(pressed?.isConnected ? (pressed.parentElement?.children ?? []) : [])]
    .filter((one) => one.matches('button, a'))
    .map((one) => one.getBoundingClientRect())
  const isClear = (side: (typeof sides)[number]) => {
    list.dataset['side'] = side
    const { top } = list.getBoundingClientRect()
    const start = side === 'top' ? top : top - height
    return !actions.some(
      (one) => one.left < right && left < one.right && one.top < start + height && start < one.bottom,
    )
  }
  const now: (typeof sides)[number] = list.dataset['side'] === 'top' ? 'top' : 'bottom'
  list.dataset['side'] = [now, ...sides].find(isClear) ?? 'bottom'
}

/** Makes a toast that is taller than the window scrollable, also by keyboard. */
function markLong(content: HTMLElement) {
  const isLong = content.scrollHeight > content.clientHeight + 1
  if (isLong) content.tabIndex = 0
  else content.removeAttribute('tabindex')
  content.toggleAttribute('data-long', isLong)
}
