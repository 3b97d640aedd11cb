import { Contours } from './contours.tsx';
import { Wordmark } from './wordmark.tsx';

/** Preview image for shared links, 1200 × 630; drawn by `scripts/draw-pictures.ts`. */
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
