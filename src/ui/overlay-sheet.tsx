import type { FocusEvent, ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import styles from './overlay.module.css';

export interface OverlayProps {
  readonly title: string;
  readonly place: 'centre' | 'left' | 'right';
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A focus ring's width, in CSS pixels. */
const ring = 6;

/**
 * Scrolls what has the focus out from under the buttons that stay: browsers take it for visible there. What a mouse or a
 * finger pressed stays where it is, or its click would miss it.
 */
function showFocused({ currentTarget: body, target }: FocusEvent<HTMLElement>): void {
  if (!target.matches(':focus-visible')) return;
  const foot = body.querySelector(':scope > :is(form, [data-foot]) > :last-child');
  if (!foot || foot.contains(target)) return;
  const under = target.getBoundingClientRect().bottom + ring - foot.getBoundingClientRect().top;
  if (under > 0) body.scrollTop += under;
}

/** The dialog itself, built on React Aria: it traps the focus, hides the page behind it and closes on Escape. */
export default function OverlaySheet({ title, place, isWide, onClose, children }: OverlayProps) {
  return (
    <ModalOverlay
      className={joinClasses(styles.veil, styles[place], isWide && styles.wide)}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <div className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <Button variant="icon" aria-label="Close" onClick={onClose}>
              <Icon name="close" />
            </Button>
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: only scrolls to what has the focus */}
          <div className={styles.body} onFocus={showFocused}>
            {children}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
