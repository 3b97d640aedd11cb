import { TextLink } from '../ui/links.tsx';
import { Notice } from '../ui/notice.tsx';
import { serverErrorOf } from '../ui/server-error.ts';

/** Whether the bank wants the e-mail confirmed before a second factor is added. */
export const asksForEmail = (error: unknown): boolean =>
  serverErrorOf(error)?.code === 'CONTACT_NOT_CONFIRMED';

/** The way out of that refusal; `onLeave` closes the dialog. */
export const ConfirmEmailFirst = ({ onLeave }: { onLeave: () => void }) => (
  <Notice status="info" role="alert" title="Confirme primeiro o seu e-mail">
    Assim só você, que recebe o código, pode proteger a conta.{' '}
    <TextLink to="/client/profile" variant="underline" onClick={onLeave}>
      Confirmar em Meu Perfil
    </TextLink>
  </Notice>
);
