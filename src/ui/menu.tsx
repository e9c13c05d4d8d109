import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import type { MenuOption } from './menu-popover.tsx';
import { showLoadError, useLoaded } from './use-loaded.ts';

interface MenuProps {
  /** The menu's name. */
  readonly label: string;
  readonly options: readonly MenuOption[];
  /** The selected option's value, if the menu is a choice of one. */
  readonly selected?: string;
  readonly onSelect: (value: string) => void;
  /** The button's content. */
  readonly children: ReactNode;
  readonly variant?: ButtonProps['variant'];
  readonly className?: string | undefined;
  /** The button's accessible name, if its content has none. */
  readonly buttonLabel?: string;
}

const loadPopover = () => import('./menu-popover.tsx');
const preload = () => {
  // If offline, opening it reports that.
  loadPopover().catch(() => {});
};

/** A button that opens a menu. The menu's code loads when a pointer or the focus reaches the button. */
export function Menu(props: MenuProps) {
  const { label, options, selected, onSelect, children, variant, className, buttonLabel } = props;
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const MenuPopover = useLoaded(loadPopover, isOpen, () => {
    setIsOpen(false);
    showLoadError();
  })?.default;
  return (
    <>
      <Button
        ref={trigger}
        variant={variant}
        className={className}
        aria-label={buttonLabel}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {children}
      </Button>
      {isOpen && MenuPopover && (
        <MenuPopover
          label={label}
          options={options}
          selected={selected}
          triggerRef={trigger}
          onSelect={onSelect}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
