import { useState } from 'react';
import { useNavigate } from 'react-router';
import { cardIn, licenceCheckPath } from '#contract/shop/licence-card.ts';
import { Button } from '#ui/button.tsx';
import { PhotoButton } from '#ui/photo-button.tsx';
import { TextField } from '#ui/text-field.tsx';
import styles from './card-check.module.css';
import { canReadPhotos, cardInPhoto } from './card-in-photo.ts';

const noCode = 'No QR code was found in this picture. Take it closer and straight from above.';

/** Takes a card's link or code, or a photo of its QR code where the browser can read one. */
export function CardForm() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const check = (pasted: string, missing: string) => {
    const card = cardIn(pasted);
    setError(card === '' ? missing : '');
    if (card !== '') void navigate(licenceCheckPath(card));
  };
  const readPhoto = async (photo: File) => check(await cardInPhoto(photo), noCode);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        check(text, 'Paste the link or the code of a licence card.');
      }}
    >
      <TextField
        label="Link or code of a licence card"
        value={text}
        onChange={setText}
        error={error}
        autoComplete="off"
        spellCheck={false}
        className={styles.field}
      />
      <Button type="submit" variant="paper">
        Check the card
      </Button>
      {canReadPhotos() && (
        <PhotoButton onPhoto={(photo) => void readPhoto(photo)}>
          Read a photo of the QR code
        </PhotoButton>
      )}
    </form>
  );
}
