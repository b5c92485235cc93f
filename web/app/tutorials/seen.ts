import { type TutorialKey, tutorialKeys } from './pick.ts'

/* Tutorials that this browser has finished or closed, one local storage key per tutorial. */

export const seenKeyOf = (tutorial: TutorialKey) => `tutorial-seen-${tutorial}`

/** All those keys. */
export const seenKeys: readonly string[] = tutorialKeys.map(seenKeyOf)

export const isSeen = (tutorial: TutorialKey) => localStorage.getItem(seenKeyOf(tutorial)) !== null
export const markSeen = (tutorial: TutorialKey) => localStorage.setItem(seenKeyOf(tutorial), 'true')
