/** Sizes of labels in millimetres: sheets, and rolls. */
export interface LabelLayout {
  name: string
  kind: 'sheet' | 'roll'
  width: number
  height: number
  page: { width: number; height: number; left: number; top: number; columns: number; rows: number; gapX: number }
}

const a4 = { width: 210, height: 297 }
const letter = { width: 215.9, height: 279.4 }
const roll = (width: number, height: number): LabelLayout => ({
  name: `Roll, ${width} × ${height} mm`,
  kind: 'roll',
  width,
  height,
  page: { width, height, left: 0, top: 0, columns: 1, rows: 1, gapX: 0 },
})

export const labelLayouts = {
  'a4-24': {
    name: 'A4, 24 labels of 70 × 37 mm',
    kind: 'sheet',
    width: 70,
    height: 37,
    page: { ...a4, left: 0, top: 0.5, columns: 3, rows: 8, gapX: 0 },
  },
  'a4-21': {
    name: 'A4, 21 labels of 63.5 × 38.1 mm',
    kind: 'sheet',
    width: 63.5,
    height: 38.1,
    page: { ...a4, left: 7.25, top: 15.15, columns: 3, rows: 7, gapX: 2.5 },
  },
  'a4-14': {
    name: 'A4, 14 labels of 99.1 × 38.1 mm',
    kind: 'sheet',
    width: 99.1,
    height: 38.1,
    page: { ...a4, left: 4.65, top: 15.15, columns: 2, rows: 7, gapX: 2.5 },
  },
  'letter-30': {
    name: 'Letter, 30 labels of 66.7 × 25.4 mm',
    kind: 'sheet',
    width: 66.7,
    height: 25.4,
    page: { ...letter, left: 4.8, top: 12.7, columns: 3, rows: 10, gapX: 3.1 },
  },
  'roll-50x30': roll(50, 30),
  'roll-57x32': roll(57, 32),
  'roll-100x50': roll(100, 50),
} as const satisfies Record<string, LabelLayout>

export type LabelLayoutName = keyof typeof labelLayouts
export const labelLayoutNames = Object.keys(labelLayouts) as [LabelLayoutName, ...LabelLayoutName[]]
/** The number of labels on a page. */
export const labelsPerPage = ({ page }: LabelLayout): number => page.columns * page.rows
