import { AMOUNT, type FieldWords, LINK_TOKEN } from './word-parts.ts';

const PASSKEY_SIGNATURE: FieldWords = { about: 'signature da WebAuthn, em base64url' };
const LINK: FieldWords = { about: 'O que o link recebido por e-mail traz em token', example: LINK_TOKEN };

/** Words of fields whose name means something else in one procedure, by procedure and field. */
export const OWN_WORDS: Readonly<Record<string, FieldWords>> = {
  'auth.recovery.reset token': LINK,
  'auth.recovery.check token': LINK,
  'auth.confirmEmail token': LINK,
  'auth.undoEmailChange token': LINK,
  'auth.twoFactor.undo token': LINK,
  'auth.reauthenticate code': {
    about: 'Código do aplicativo autenticador ou de backup, de quem usa dois fatores',
  },
  'auth.confirmEmail code': {
    about: 'Código do aplicativo autenticador ou de backup, de quem usa dois fatores',
  },
  'auth.freezeByLink token': LINK,
  'account.waiting.undoByLink token': LINK,
  'charge.create value': { about: 'Em reais ou em porcentagem, como mode diz', example: '2.00' },
  'charge.list kind': { about: 'Só com este prazo: immediate ou dated' },
  'charge.export kind': { about: 'Só com este prazo: immediate ou dated' },
  'charge.page id': { about: 'O fim do endereço da página', example: 'nq9Yw2kPzT4sVb7LxR1mCg' },
  'pix.giveBack reason': { about: 'Motivo da devolução', example: 'cancelled' },
  'auth.devices.rename name': { about: 'Nome do aparelho, para reconhecê-lo', example: 'Notebook' },
  'auth.tokens.create name': { about: 'Nome do token, para reconhecê-lo', example: 'Aluguel' },
  'auth.tokens.create perCall': {
    about: `Quanto o token move por chamada, até 20.000,00; só com money. ${AMOUNT}`,
  },
  'auth.tokens.create perDay': {
    about: `Quanto o token move por dia, até 50.000,00; só com money. ${AMOUNT}`,
  },
  'auth.tokens.create password': { about: 'Senha de quem cria, quando a sessão não a provou há pouco' },
  'auth.passkeys.add name': { about: 'Nome da chave de acesso, para reconhecê-la', example: 'Notebook' },
  'auth.passkeys.login signature': PASSKEY_SIGNATURE,
  'auth.passkeys.prove signature': PASSKEY_SIGNATURE,
  'auth.passkeys.rename name': { about: 'Novo nome da chave de acesso', example: 'Notebook' },
  'account.recipients kind': { about: 'Só este tipo de favorecido' },
  'account.changeRecipient trustedUpTo': {
    about: `Até quanto um pagamento a este favorecido não é confirmado de novo; null: deixa de confiar. Sem segundo fator ativo há 24 horas, um aumento vale 24 horas depois. ${AMOUNT}`,
  },
  'account.verifyDocument code': {
    about: 'Código de autenticação do documento',
    example: '2222-2222-2222-2222-2222',
  },
  'account.limits.change window': { about: 'Por transação, de dia, de noite ou por mês', example: 'night' },
  'admin.users.changeMaximum window': { about: 'Por transação, de dia, de noite ou por mês', example: 'day' },
  'account.confirmations.prove passkey': { about: 'O que a chave de acesso assinou, sobre este pagamento' },
  'account.confirmations.prove clientDataJSON': {
    about: 'clientDataJSON do WebAuthn, em base64url',
    example: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  },
  'account.confirmations.prove authenticatorData': {
    about: 'authenticatorData do WebAuthn, em base64url',
    example: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
  },
  'account.confirmations.prove signature': {
    about: 'A assinatura, em base64url',
    example: 'MEUCIQDTGVxhrr0BMkTl0oK3',
  },
  'account.confirmations.prove emailCode': {
    about: 'Código de 6 dígitos enviado por e-mail',
    example: '123456',
  },
  'account.limits.change kind': { about: 'De que pagamentos é o limite', example: 'transfer' },
  'account.limits.change amount': {
    about: `O limite novo; 0.00 não deixa pagar. ${AMOUNT}`,
    example: '500.00',
  },
  'admin.users.changeMaximum kind': { about: 'De que pagamentos é o limite', example: 'transfer' },
  'admin.users.changeMaximum amount': { about: `O máximo novo. ${AMOUNT}`, example: '50000.00' },
  'account.confirmations.prove code': {
    about: 'Código do aplicativo autenticador ou de backup, de quem usa dois fatores',
  },
  'account.cover.pay transfer': {
    about: 'O pagamento, um só entre transfer, boleto, pix, investment e instalments: uma transferência',
    example: { accountNumber: '1234-5674', amount: '1200.00', description: 'Aluguel' },
  },
  'account.cover.pay boleto': { about: 'Um boleto, com o valor mostrado' },
  'account.cover.pay pix': { about: 'Um PIX; a cobertura vem da conta corrente' },
  'account.cover.pay investment': { about: 'Uma aplicação' },
  'account.cover.pay instalments': { about: 'Parcelas de crédito, com o total mostrado' },
  'account.boleto.pay amount': { about: `Valor que se espera pagar; outro é recusado. ${AMOUNT}` },
  'pix.keys.create type': { about: 'Tipo da chave', example: 'EMAIL' },
  'pix.claims.make type': { about: 'Tipo da chave; uma aleatória não pode ser pedida', example: 'EMAIL' },
  'pix.claims.make key': {
    about: 'A chave: um contato ou documento próprio',
    example: 'ana.moreira@exemplo.com',
  },
  'pix.claims.make kind': {
    about: 'portability: a chave já é de quem pede, em outra instituição; ownership: está com outra pessoa',
    example: 'portability',
  },
  'pix.claims.answer accept': { about: 'true: cede a chave; false: fica com ela', example: false },
  'account.ledger kind': { about: 'Tipo de movimentação', example: 'pix' },
  'account.exportLedger kind': { about: 'Tipo de movimentação', example: 'pix' },
  'pix.move direction': { about: 'in: da conta corrente à externa; out: de volta', example: 'in' },
  'credit.parameters.update from': {
    about: 'A tabela que se leu; se mudou desde então, a alteração é recusada',
  },
  'credit.proposals.create amount': { about: AMOUNT, example: '10000.00' },
  'credit.simulate amount': { about: AMOUNT, example: '10000.00' },
  'investment.create amount': { about: AMOUNT, example: '1500.00' },
  'investment.products.create description': {
    about: 'O que os clientes leem',
    example: 'Liquidez no vencimento.',
  },
  'admin.accounts.adjust amount': { about: `${AMOUNT}; negativo debita`, example: '-35.90' },
  'admin.jobs.run name': { about: 'Nome da tarefa', example: 'backup' },
  'admin.settings.update name': { about: 'Nome da configuração', example: 'notifyNewClients' },
  'pix.webhook id': { about: 'Identificador do evento', example: 'evt_05b708f961d739ea7eba7e4db318f621' },
  'pix.webhook event': { about: 'Nome do evento', example: 'TRANSFER_DONE' },
};
