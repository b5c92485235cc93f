/** One step of a page's tutorial; the sections are optional. */
export type TutorialStep = {
  title: string
  text: string
  /** "How to Do It", in this order. */
  howTo?: readonly string[]
  /** "What to Expect": the result. */
  expect?: readonly string[]
  /** "Pro Tips". */
  tips?: readonly string[]
  shortcut?: { keys: readonly string[]; does: string }
  /** What can't be undone, or is easily missed. */
  warning?: string
}

export type Tutorial = readonly [TutorialStep, ...TutorialStep[]]
