import type { ReactNode } from 'react';
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
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
