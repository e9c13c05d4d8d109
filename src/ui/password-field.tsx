import { useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password field, hidden until the eye is pressed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <Button
          variant="icon"
          aria-label={`Show ${props.label.toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eye' : 'eye-closed'} />
        </Button>
      }
    />
  );
}
