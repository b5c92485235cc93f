/** What is open on top of the page; one that fades out is over. */
export const openDialog = ':is([role=dialog], [role=alertdialog]):not([data-state=closed])'
