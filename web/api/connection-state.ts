/** Whether a notice says already that the server does not answer: then no call says it a second time. */
let isToldLost = false

export const isLossTold = () => isToldLost
export function noteLossTold(told: boolean): void {
  isToldLost = told
}
