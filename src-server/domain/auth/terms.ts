import { LATE_LIMITS } from '#domain/credit/late-limits';
import { BRAND_NAME, DATA_SUBJECT_HOURS, SUPPORT_EMAIL, SUPPORT_HOURS } from '../brand.ts';

export type TermsBlock = string | readonly string[];

/** `id` is the anchor. Sections are numbered from 1 in the order of the list. */
export type TermsSection = { id: string; title: string; blocks: readonly TermsBlock[] };

export type TermsBrand = { name: string; supportEmail: string };

/** After a change of the text raise TERMS_VERSION: acceptances are recorded by version. */
export function termsSections(
  brand: TermsBrand = { name: BRAND_NAME, supportEmail: SUPPORT_EMAIL },
): TermsSection[] {
  const fill = (text: string) =>
    text
      .replaceAll('{marca}', brand.name)
      .replaceAll('{contato}', brand.supportEmail)
      .replaceAll('{multa}', `${LATE_LIMITS.finePercent}%`)
      .replaceAll('{mora}', `${LATE_LIMITS.monthlyInterestPercent}%`);
  return SECTIONS.map(({ id, title, blocks }) => ({
    id,
    title: fill(title),
    blocks: blocks.map((block) => (typeof block === 'string' ? fill(block) : block.map(fill))),
  }));
}

const SECTIONS: readonly TermsSection[] = [
  {
    id: 'quem-somos',
    title: 'Quem somos e o que estes termos regulam',
    blocks: [
      'O {marca} é um banco digital para pessoas e empresas, com sede em São Bernardo do Campo, São Paulo. Estes termos regulam o uso do site, da conta e dos serviços oferecidos por meio deles, e explicam como tratamos dados pessoais. Termos de uso e política de privacidade formam um documento único, dividido em 15 seções.',
      'Nestes termos, “você” é a pessoa ou a empresa que abre a conta; “conta” é a conta corrente de número 0000-0000 aberta em seu nome no {marca}; “dados pessoais” e “titular” têm o sentido da Lei nº 13.709/2018, a Lei Geral de Proteção de Dados Pessoais (LGPD).',
      'Contratos de crédito e de investimento têm condições próprias, apresentadas antes da contratação. Se uma condição do contrato específico divergir destes termos, vale a do contrato específico.',
    ],
  },
  {
    id: 'quem-pode-usar',
    title: 'Quem pode usar e como estes termos são aceitos',
    blocks: [
      'Os serviços são destinados a maiores de 18 anos. A idade é conferida pela data de nascimento informada no cadastro; quem ainda não completou 18 anos não pode abrir conta, mesmo com autorização dos responsáveis.',
      'A conta de empresa é aberta pelo CNPJ, por quem tenha poderes para representá-la. Ao abrir a conta, essa pessoa declara ser maior de 18 anos e ter esses poderes, e responde por isso.',
      'O aceite é dado ao marcar a caixa na última etapa do cadastro. Registramos a versão do texto, o momento e o endereço IP do aceite. Sem o aceite, a conta não é aberta.',
    ],
  },
  {
    id: 'cadastro',
    title: 'Cadastro e abertura da conta',
    blocks: [
      'Para abrir a conta pedimos os dados que identificam você, o endereço, a ocupação e a renda (ou o ramo de atividade e o faturamento, no caso de empresa) e as credenciais de acesso. Cada CPF, CNPJ, e-mail e nome de usuário pode ter um único cadastro.',
      'Você se compromete a informar dados verdadeiros e completos e a mantê-los atualizados na página Meu Perfil. Dados falsos ou de outra pessoa autorizam o bloqueio da conta e a comunicação às autoridades.',
      'Podemos pedir documentos e informações adicionais para confirmar a identidade, a origem dos recursos e a capacidade financeira, como exigem as normas de prevenção à lavagem de dinheiro e ao financiamento do terrorismo (Lei nº 9.613/1998 e regulamentação do Banco Central).',
    ],
  },
  {
    id: 'acesso-e-seguranca',
    title: 'Acesso, senha e deveres de segurança',
    blocks: [
      'O acesso é feito com o CPF ou o CNPJ e uma senha de no mínimo 8 caracteres, à qual você pode somar um segundo fator, gerado por aplicativo autenticador. Recomendamos ativá-lo. A sessão termina depois de um período sem uso e pode ser encerrada por você a qualquer momento.',
      'Para a sua proteção, você se compromete a:',
      [
        'não repetir aqui a senha de outro serviço nem compartilhá-la com ninguém, inclusive com quem se apresente como funcionário do {marca};',
        'guardar os códigos de recuperação do segundo fator em lugar seguro;',
        'não informar a terceiros os códigos que enviamos por e-mail;',
        'manter protegidos o aparelho e a caixa de e-mail usados para acessar a conta;',
        'conferir o nome de quem recebe antes de confirmar uma transferência;',
        'avisar imediatamente se perceber acesso ou movimentação que não reconhece.',
      ],
      'Nunca pedimos senha por telefone, mensagem ou e-mail. Tentativas repetidas com senha ou código errados tornam o acesso mais lento e podem suspendê-lo por algum tempo.',
    ],
  },
  {
    id: 'conta-e-movimentacoes',
    title: 'Conta, transferências e boletos',
    blocks: [
      'A conta é individual e em reais. O saldo é sempre o resultado dos lançamentos registrados, que ficam disponíveis no extrato e não podem ser alterados nem apagados; uma correção é feita por estorno, que também aparece no extrato. A conta não admite saldo negativo.',
      'Transferências entre contas do {marca} são concluídas na hora. Antes de confirmar, mostramos o nome e o documento mascarado de quem recebe; depois, emitimos um comprovante com código de autenticação, que qualquer pessoa pode conferir. Uma transferência confirmada por você não pode ser cancelada, salvo erro nosso, fraude comprovada ou ordem de autoridade.',
      'Boletos são pagos com o saldo da conta e liquidados por meio do provedor de pagamentos. Se a liquidação falhar, o valor é estornado integralmente.',
    ],
  },
  {
    id: 'pix-e-asaas',
    title: 'PIX e o provedor de pagamentos Asaas',
    blocks: [
      'PIX, recebimentos externos e liquidação de boletos são prestados em parceria com o Asaas, instituição de pagamento, em uma conta externa aberta em seu nome junto a ele. O saldo da conta externa é mostrado separado do saldo da conta corrente, e você escolhe quando mover valores entre as duas.',
      'A abertura da conta externa depende do seu pedido, dos dados completos e do envio de documentos (RG ou CNH, selfie e comprovante de endereço), que o Asaas analisa em até 48 horas. Para isso transmitimos a ele os dados do cadastro. O uso do PIX segue também as regras do Asaas e o regulamento do Banco Central.',
      'Chaves PIX são registradas a seu pedido. Em caso de fraude ou falha operacional, você pode contestar uma transação PIX pelos nossos canais, e nós encaminhamos o pedido ao Mecanismo Especial de Devolução, nos prazos do Banco Central. O mecanismo não cobre arrependimento nem erro de digitação.',
      'Quando o provedor não responde, a operação fica “em processamento” até que se saiba o resultado. Nenhuma ordem é enviada duas vezes.',
    ],
  },
  {
    id: 'credito',
    title: 'Crédito, análise automatizada e revisão humana',
    blocks: [
      'Pedir crédito não garante a aprovação. Cada proposta recebe uma pontuação de 0 a 1000 e um nível de risco, calculados automaticamente com os dados do cadastro, as movimentações da conta, o histórico de pagamento no {marca}, o comprometimento da renda e a garantia oferecida. Não usamos dados sensíveis, como raça, religião, saúde ou opinião política.',
      'A pontuação é uma estimativa de apoio: quem aprova ou recusa a proposta é uma pessoa da nossa equipe. Nos termos do art. 20 da LGPD, você pode pedir a revisão de decisão tomada com base em tratamento automatizado, que será feita por uma pessoa, e informações claras sobre os critérios e os procedimentos utilizados.',
      'Antes de enviar a proposta, mostramos a taxa mensal, o valor da parcela, o IOF e o Custo Efetivo Total (CET). O valor é liberado depois da assinatura do contrato, que deve ocorrer em até 7 dias; sem ela, a proposta perde a validade.',
      'As parcelas podem ser pagas antes do vencimento, com a redução proporcional dos juros. No atraso, incidem a multa (de no máximo {multa}) e os juros de mora (de no máximo {mora} ao mês, proporcionais aos dias) que o contrato assinado informa; eles não mudam depois da assinatura. Com parcela vencida, o banco cobra por carta e o crédito pode ser negativado por decisão de uma pessoa da nossa equipe; a carta que avisa do atraso anuncia isso antes e diz o dia a partir do qual pode acontecer. Com três ou mais parcelas vencidas, o crédito passa a ser tratado como negativado e inadimplente. A marca termina quando nenhuma parcela está vencida.',
    ],
  },
  {
    id: 'investimentos',
    title: 'Investimentos',
    blocks: [
      'Cada produto informa a taxa anual, o prazo, o valor mínimo e o nível de risco antes da aplicação. O rendimento é calculado em dias úteis e mostrado bruto e líquido, com os tributos estimados pela legislação em vigor: imposto de renda pela tabela regressiva e, em resgates antes de 30 dias, IOF sobre o rendimento.',
      'No vencimento, o principal e o rendimento líquido são creditados na conta. O resgate antecipado paga o rendimento acumulado até o dia, descontados os tributos. Rentabilidade informada ou passada não é promessa de resultado futuro, e o conteúdo do site não é recomendação de investimento.',
    ],
  },
  {
    id: 'contratos-e-assinatura',
    title: 'Contratos e assinatura eletrônica',
    blocks: [
      'Contratos de crédito e de investimento são assinados eletronicamente, com um código de 6 caracteres enviado ao e-mail do seu cadastro. O código vale por 10 minutos, admite cinco tentativas e só serve para o contrato para o qual foi pedido. Digitar o código depois de ler o contrato equivale à sua assinatura.',
      'As partes reconhecem a validade dessa assinatura, nos termos da Medida Provisória nº 2.200-2/2001 e da Lei nº 14.063/2020. O documento assinado traz uma página de evidências (quem assinou, quando, endereço IP, aparelho, e-mail que recebeu o código e o resumo criptográfico do conteúdo) e um código público pelo qual qualquer pessoa confere se ele é autêntico.',
      'O e-mail do cadastro é também o canal pelo qual enviamos comprovantes, avisos de vencimento, alertas de segurança e comunicações sobre o contrato. Mantenha-o atualizado e acessível.',
    ],
  },
  {
    id: 'dados-tratados',
    title: 'Quais dados pessoais tratamos e por quê',
    blocks: [
      'O {marca} é o controlador dos dados pessoais tratados para prestar os serviços. Tratamos somente o necessário para as finalidades abaixo:',
      [
        'dados de cadastro (nome, CPF ou CNPJ, RG ou CNH, data de nascimento, contato, endereço, ocupação e renda), para abrir e manter a conta: execução de contrato e obrigação legal (LGPD, art. 7º, V e II);',
        'movimentações, contratos, investimentos e comprovantes, para prestar os serviços e manter a escrituração: execução de contrato e obrigação legal;',
        'pontuação de crédito, histórico de pagamento e atendimentos, para analisar propostas e cobrar valores vencidos: proteção do crédito (art. 7º, X) e execução de contrato;',
        'endereço IP, aparelho, sessões e registros de auditoria, para prevenir fraudes e cumprir o Marco Civil da Internet: legítimo interesse (art. 7º, IX) e obrigação legal;',
        'documentos e selfie enviados para ativar a conta externa, para confirmar a identidade: prevenção à fraude e à segurança do titular (art. 11, II, g);',
        'preferências de aviso, quando você as escolhe: consentimento (art. 7º, I), que pode ser retirado a qualquer momento.',
      ],
      'Não vendemos dados pessoais nem os usamos para publicidade de terceiros.',
    ],
  },
  {
    id: 'compartilhamento',
    title: 'Com quem compartilhamos dados',
    blocks: [
      'Compartilhamos dados pessoais apenas quando necessário:',
      [
        'com o Asaas, para a conta externa, o PIX e a liquidação de boletos;',
        'com quem recebe ou envia uma transferência, que vê o seu nome e o seu documento mascarado;',
        'com prestadores que hospedam os sistemas e entregam e-mails, que atuam sob as nossas instruções e com dever de sigilo;',
        'com o serviço público de consulta de CEP, que recebe somente o CEP digitado;',
        'com cadastros de proteção ao crédito, em caso de inadimplência e depois de aviso prévio;',
        'com o Banco Central, a Receita Federal, o Conselho de Controle de Atividades Financeiras (Coaf), o Poder Judiciário e outras autoridades, quando a lei ou ordem válida exigir.',
      ],
      'Operações bancárias são protegidas pelo sigilo da Lei Complementar nº 105/2001. Se algum prestador tratar dados fora do Brasil, exigimos as garantias previstas nos arts. 33 a 36 da LGPD.',
    ],
  },
  {
    id: 'retencao',
    title: 'Por quanto tempo guardamos os dados',
    blocks: [
      'Mantemos os dados enquanto a conta existir e, depois do encerramento, pelos prazos que as normas impõem:',
      [
        'de 5 a 20 anos, conforme o tipo de registro, por exigência do Banco Central;',
        '5 anos, para documentos e informações fiscais, por exigência da Receita Federal;',
        '10 anos, para registros ligados à prevenção à lavagem de dinheiro;',
        'até 10 anos, para o exercício de direitos em processos, conforme os prazos de prescrição do Código Civil.',
      ],
      'Vencido o prazo aplicável, os dados são eliminados ou anonimizados. Os lançamentos contábeis permanecem, sem identificar você, porque a escrituração não pode ser desfeita.',
    ],
  },
  {
    id: 'direitos-do-titular',
    title: 'Seus direitos como titular de dados',
    blocks: [
      'A LGPD (art. 18) garante a você:',
      [
        'confirmar que tratamos os seus dados e ter acesso a eles;',
        'corrigir dados incompletos, inexatos ou desatualizados;',
        'pedir anonimização, bloqueio ou eliminação de dados desnecessários ou excessivos;',
        'receber os seus dados em formato que possa ser lido por outro serviço;',
        'saber com quem os dados foram compartilhados;',
        'retirar o consentimento e opor-se a tratamento irregular;',
        'pedir a revisão, por uma pessoa, de decisões automatizadas (art. 20).',
      ],
      `Pedidos de titulares são respondidos em até 15 dias corridos, sem custo. Escreva para {contato}, com o assunto “Dados pessoais”, ou fale com a central do titular, ${DATA_SUBJECT_HOURS}. Podemos pedir uma confirmação de identidade antes de responder. O encarregado pelo tratamento de dados pessoais atende por esse mesmo endereço.`,
      'Se a resposta não for satisfatória, você pode apresentar petição à Autoridade Nacional de Proteção de Dados (ANPD).',
    ],
  },
  {
    id: 'protecao-e-cookies',
    title: 'Como protegemos os dados, cookies e incidentes',
    blocks: [
      'Senhas e códigos são guardados somente como resumos criptográficos; segredos do segundo fator são cifrados; a comunicação é criptografada; e todo acesso administrativo aos seus dados fica registrado em uma trilha de auditoria que não pode ser apagada.',
      'Usamos apenas cookies necessários ao funcionamento: o da sessão, o que reconhece o seu aparelho e impede que terceiros bloqueiem o seu acesso, e o que lembra, por 7 dias, se o menu lateral está aberto. Não há cookies de publicidade nem de rastreamento. Durante o cadastro, o rascunho fica no seu próprio navegador, sem a senha, até o envio ou o fechamento da aba.',
      'Se ocorrer um incidente de segurança que possa causar risco ou dano relevante, comunicaremos você e a ANPD, nos prazos da regulamentação, com a descrição do ocorrido e as medidas tomadas.',
    ],
  },
  {
    id: 'encerramento-e-contato',
    title: 'Encerramento, mudanças nestes termos e atendimento',
    blocks: [
      'Você pode pedir o encerramento da conta a qualquer momento, sem custo. Ele é concluído quando o saldo estiver zerado e não houver dívidas, investimentos ou contratos pendentes. Podemos bloquear ou encerrar a conta em caso de fraude, uso por terceiros, ordem de autoridade ou descumprimento grave destes termos, com aviso e motivo sempre que a lei permitir.',
      'Estes termos podem mudar para acompanhar a lei ou os serviços. Mudanças relevantes são avisadas por e-mail com pelo menos 30 dias de antecedência, salvo quando a lei exigir prazo menor. Se você não concordar, pode encerrar a conta sem custo.',
      `O atendimento funciona ${SUPPORT_HOURS}, pelo e-mail {contato}. A central do titular de dados atende ${DATA_SUBJECT_HOURS}.`,
      'Estes termos seguem as leis brasileiras, entre elas o Código de Defesa do Consumidor. Fica eleito o foro do domicílio do consumidor ou, nas contas de empresa que não sejam relação de consumo, o de São Bernardo do Campo, São Paulo.',
    ],
  },
];
