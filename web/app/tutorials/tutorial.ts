/** One step of a page's tutorial: what to know, and the sections that this step needs. */
export type TutorialStep = {
  title: string
  text: string
  /** "How to Do It": in this order. */
  howTo?: readonly string[]
  /** "What to Expect": what the page answers. */
  expect?: readonly string[]
  /** "Pro Tips". */
  tips?: readonly string[]
  shortcut?: { keys: readonly string[]; does: string }
  /** What can't be taken back, or is missed easily. */
  warning?: string
}

export type Tutorial = readonly [TutorialStep, ...TutorialStep[]]
