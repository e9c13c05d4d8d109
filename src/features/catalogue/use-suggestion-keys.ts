import { type RefObject, useEffect, useRef, useState } from 'react';

const onlyArrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Opens the suggestions under a search box while the focus is inside `box`; Escape or leaving closes them,
 * typing opens them again. The arrow keys move between the input and the links of `panel`; to a screen
 * reader both stay a plain input and plain links.
 */
export function useSuggestionKeys(
  box: HTMLElement,
  text: string,
): {
  readonly isOpen: boolean;
  /** The focus is in the panel. */
  readonly isAmong: boolean;
  readonly panel: RefObject<HTMLDivElement | null>;
} {
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(() => box.contains(document.activeElement));
  const [isAmong, setAmong] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each typed letter opens them again
  useEffect(() => {
    if (box.contains(document.activeElement)) setOpen(true);
  }, [box, text]);

  useEffect(() => {
    const input = box.querySelector('input');
    function focusIn({ target }: FocusEvent): void {
      setOpen(true);
      setAmong(target !== input);
    }
    function focusOut(event: FocusEvent): void {
      if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) {
        setOpen(false);
        setAmong(false);
      }
    }
    function mouseDown(event: MouseEvent): void {
      // Keeps the focus in the box: some browsers don't move it to a pressed link.
      if (event.target instanceof Node && panel.current?.contains(event.target)) {
        event.preventDefault();
      }
    }
    function keyDown(event: KeyboardEvent): void {
      if (event.key === 'Escape' && panel.current) {
        // The input's own Escape would empty it.
        event.preventDefault();
        // Focusing opens the suggestions, so it comes first.
        input?.focus();
        setOpen(false);
        return;
      }
      const step = onlyArrows[event.key];
      if (step === undefined || event.isComposing || !input) return;
      if (!panel.current) {
        setOpen(true);
        return;
      }
      const stops = [input, ...panel.current.querySelectorAll('a')];
      const at = stops.findIndex((stop) => stop.matches(':focus'));
      event.preventDefault();
      stops[(at + step + stops.length) % stops.length]?.focus();
    }
    box.addEventListener('focusin', focusIn);
    box.addEventListener('focusout', focusOut);
    box.addEventListener('mousedown', mouseDown);
    box.addEventListener('keydown', keyDown);
    return () => {
      box.removeEventListener('focusin', focusIn);
      box.removeEventListener('focusout', focusOut);
      box.removeEventListener('mousedown', mouseDown);
      box.removeEventListener('keydown', keyDown);
    };
  }, [box]);

  return { isOpen, isAmong, panel };
}
