export const contentId = 'content'

/** Skip link: lets keyboard users jump past the menu to the page. */
export function SkipLink() {
  return (
    <a
      data-chrome
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-60 -translate-y-24 rounded-md bg-overlay px-4 py-2 font-medium focus:translate-y-0 focus:shadow-overlay"
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(contentId)?.focus()
      }}
    >
      Skip to content
    </a>
  )
}
