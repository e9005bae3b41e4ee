/** The eight directions of a figure, clockwise from the top. */
export const compass = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Direction = (typeof compass)[number]

export const isDirection = (word: string): word is Direction =>
  compass.some((direction) => direction === word)

/** The direction after so many eighths of a turn clockwise; negative: anticlockwise. */
export const turned = (direction: Direction, eighths: number): Direction =>
  compass[(((compass.indexOf(direction) + eighths) % 8) + 8) % 8]!

/** The direction in a mirror that stands at the side: east becomes west. */
export const mirrored = (direction: Direction): Direction =>
  compass[(8 - compass.indexOf(direction)) % 8]!

/** The direction in still water below: north becomes south. */
export const flipped = (direction: Direction): Direction => turned(mirrored(direction), 4)

/** The point in this direction from (50, 50), at this distance; y grows downwards. */
export function pointAt(direction: Direction, distance: number): [number, number] {
  const angle = (compass.indexOf(direction) * Math.PI) / 4
  return [round(50 + distance * Math.sin(angle)), round(50 - distance * Math.cos(angle))]
}

/** At most one decimal: coordinates are sent to phones. */
export const round = (value: number) => Math.round(value * 10) / 10
