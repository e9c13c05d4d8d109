import { type DragEvent, useState } from 'react';
import { announce } from '#ui/announcer.tsx';

interface Item {
  readonly _id: string;
  readonly name: string;
}

/** What an item of a reorderable list needs. */
export interface Movable {
  readonly place: number;
  readonly count: number;
  /** Moves it to this index, from 0. */
  readonly moveTo: (place: number) => void;
  readonly drag: {
    readonly draggable: true;
    readonly 'data-dragged': true | undefined;
    readonly 'data-over': true | undefined;
    readonly onDragStart: (event: DragEvent) => void;
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onDragEnd: () => void;
  };
}

/** Makes a list reorderable by dragging items onto one another, or with buttons that call `moveTo`. */
export function useReorder(
  items: readonly Item[],
  onOrder: (ids: readonly string[]) => void,
): (id: string) => Movable {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const ids = items.map(({ _id }) => _id);

  function move(id: string, place: number): void {
    if (place < 0 || place >= ids.length || ids.indexOf(id) === place) return;
    onOrder(ids.filter((other) => other !== id).toSpliced(place, 0, id));
    const name = items.find(({ _id }) => _id === id)?.name || 'It';
    announce(`${name} is now ${place + 1} of ${ids.length}.`);
  }

  function end(): void {
    setDragged(null);
    setOver(null);
  }

  return (id) => {
    const place = ids.indexOf(id);
    return {
      place,
      count: ids.length,
      moveTo: (to) => move(id, to),
      drag: {
        draggable: true,
        'data-dragged': dragged === id || undefined,
        'data-over': (over === id && dragged !== id) || undefined,
        onDragStart(event) {
          event.dataTransfer.effectAllowed = 'move';
          setDragged(id);
        },
        onDragOver(event) {
          if (dragged === null) return;
          event.preventDefault();
          setOver(id);
        },
        onDrop(event) {
          if (dragged === null) return;
          event.preventDefault();
          move(dragged, place);
          end();
        },
        onDragEnd: end,
      },
    };
  };
}
