/** Selector of open dialogs; one that is fading out doesn't count. */
export const openDialog = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])'
