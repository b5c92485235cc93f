export const contentId = 'content'

/** For the keyboard: past the menu, to the page. */
export function SkipLink() {
  return (
    <a
      href={`#${contentId}`}
      className="sr-only z-60 rounded-md bg-overlay px-4 py-2 font-medium shadow-overlay focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(contentId)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
