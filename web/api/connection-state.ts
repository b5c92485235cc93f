/** Whether a notice says already that the server does not answer: then no call says it a second time. */
let outageShown = false

export const isOutageShown = () => outageShown
export function noteOutageShown(isShown: boolean): void {
  outageShown = isShown
}
