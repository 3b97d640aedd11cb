import { Text } from '@chakra-ui/react';
import { CardLink } from './figure-cards.tsx';
import { Panel } from './panel.tsx';

/** The instalments that fall due next. */
export function NextInstallments() {
  return (
    <Panel
      title="Próximas parcelas"
      kind="list"
      action={<CardLink to="/client/my-credits">Ver meus créditos</CardLink>}
    >
      <Text color="fg.muted">Nenhuma parcela a pagar. As de um crédito contratado aparecem aqui.</Text>
    </Panel>
  );
}
