import { Contours } from './contours.tsx';
import { Wordmark } from './wordmark.tsx';

/** What is shown where the bank's address is shared, 1200 × 630. `scripts/draw-pictures.ts` draws it. */
export function SharePicture() {
  return (
    <div className="share">
      <Contours />
      <Wordmark />
      <p className="share-title">Do outro lado do vale, o seu dinheiro rende.</p>
      <p className="share-lead">Conta digital, Pix, crédito e investimentos</p>
    </div>
  );
}
