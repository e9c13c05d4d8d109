import { type RefObject, useState } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuOption {
  readonly value: string;
  readonly label: string;
}

interface MenuPopoverProps {
  readonly label: string;
  readonly options: readonly MenuOption[];
  readonly selected: string | undefined;
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
  readonly onSelect: (value: string) => void;
  readonly onClose: () => void;
}

/** The open menu, built on React Aria: arrows, Home, End and typed letters navigate it. */
export default function MenuPopover(props: MenuPopoverProps) {
  const { label, options, selected, triggerRef, onSelect, onClose } = props;
  const [width] = useState(() => `${triggerRef.current?.offsetWidth ?? 0}px`);
  return (
    <Popover
      className={styles.popover ?? ''}
      aria-label={label}
      style={{ '--trigger-width': width } as React.CSSProperties}
      triggerRef={triggerRef}
      placement="bottom end"
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu
        className={styles.menu ?? ''}
        aria-label={label}
        autoFocus="first"
        {...(selected !== undefined && {
          selectionMode: 'single' as const,
          selectedKeys: [selected],
          disallowEmptySelection: true,
        })}
        onAction={(key) => onSelect(String(key))}
        onClose={onClose}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            id={option.value}
            className={styles.item ?? ''}
            textValue={option.label}
          >
            {option.label}
            {option.value === selected && <Icon name="check" size={18} />}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
