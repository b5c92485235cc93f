/** Whether a notice already says that the server does not respond: then failed calls show no toast about it. */
let outageShown = false

export const isOutageShown = () => outageShown
export function noteOutageShown(isShown: boolean): void {
  outageShown = isShown
}
