import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import type { Movable } from './use-reorder.ts';

const ways = {
  across: [
    { by: -1, way: 'forward', icon: 'left' },
    { by: 1, way: 'back', icon: 'right' },
  ],
  down: [
    { by: -1, way: 'up', icon: 'up' },
    { by: 1, way: 'down', icon: 'down' },
  ],
} as const;

interface MoveButtonsProps {
  readonly name: string;
  readonly movable: Omit<Movable, 'drag'>;
  /** The direction in which the list runs. */
  readonly axis: keyof typeof ways;
}

/** Buttons that move an item by one position, with touch and keyboard too. */
export function MoveButtons({ name, movable, axis }: MoveButtonsProps) {
  const { place, count, moveTo } = movable;
  return ways[axis].map(({ by, way, icon }) => (
    <Button
      key={way}
      variant="icon"
      aria-label={`Move ${name} ${way}`}
      aria-disabled={place + by < 0 || place + by >= count}
      onClick={() => moveTo(place + by)}
    >
      <Icon name={icon} size={20} />
    </Button>
  ));
}
