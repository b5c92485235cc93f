/** Whether a notice says already that the server does not answer: then no call says it a second time. */
let isToldLost = false

export const isOutageShown = () => isToldLost
export function noteOutageShown(told: boolean): void {
  isToldLost = told
}
